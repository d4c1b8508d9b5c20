/* global addToLibrary, getWasmTableEntry, Module, readLatin1String */
// JavaScript library for Emscripten's linker (--js-library): support for a memory of more than 2 GiB without its overhead per call.
addToLibrary({
  // Returns the maximum size of the memory, which the engine chooses at run time. The glue calls this before each growth; it requests 20 %
  // more than needed, up to this limit.
  $getHeapMax: () => Module.memory_limit,

  // Returns a C++ function for Embind. If addresses may be above 2 GiB, Emscripten's version uses a slow generic wrapper for all signatures,
  // which costs 0.1 µs per call. Arguments need no conversion; only returned pointers must be converted to unsigned.
  $embind__requireFunction__deps: ['$readLatin1String', '$getWasmTableEntry'],
  $embind__requireFunction: (signature, pointer) => {
    const call = getWasmTableEntry(pointer);
    return readLatin1String(signature).startsWith('p') ? (...values) => call(...values) >>> 0 : call;
  },
});
