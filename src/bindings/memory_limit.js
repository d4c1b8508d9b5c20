/* global addToLibrary, getWasmTableEntry, Module, readLatin1String */
// For Emscripten's linker (--js-library): what a memory that can be larger than 2 GiB needs, and what it must not cost.
addToLibrary({
  // How far the memory may grow is what the engine made it with, not a constant of the build. The glue asks for it before each growth, and
  // takes a fifth more than is needed only as far as it goes.
  $getHeapMax: () => Module.memory_limit,

  // A C++ function for Embind. Emscripten's own goes by its slow way for all kinds of calls as soon as addresses may be above 2 GiB, although
  // they take such addresses as they are; only those that come back are to be made positive. 0.1 µs of each call.
  $embind__requireFunction__deps: ['$readLatin1String', '$getWasmTableEntry'],
  $embind__requireFunction: (signature, pointer) => {
    const call = getWasmTableEntry(pointer);
    return readLatin1String(signature).startsWith('p') ? (...values) => call(...values) >>> 0 : call;
  },
});
