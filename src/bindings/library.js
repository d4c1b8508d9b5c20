/* global addToLibrary, Emval, getWasmTableEntry, Module, readLatin1String */
// JavaScript library for Emscripten's linker (--js-library): support for a memory of more than 2
// GiB without its overhead per call, and the text of numbers.
addToLibrary({
  // Returns the maximum size of the memory, which the engine chooses at run time. The glue calls
  // this before each growth; it requests 20 % more than needed, up to this limit.
  $getHeapMax: () => Module.memory_limit,

  // Returns a C++ function for Embind. If addresses may be above 2 GiB, Emscripten's version uses a
  // slow generic wrapper for all signatures, which costs 0.1 µs per call. Arguments need no
  // conversion; only returned pointers must be converted to unsigned.
  $embind__requireFunction__deps: ['$readLatin1String', '$getWasmTableEntry'],
  $embind__requireFunction: (signature, pointer) => {
    const call = getWasmTableEntry(pointer);
    return readLatin1String(signature).startsWith('p')
      ? (...values) => call(...values) >>> 0
      : call;
  },

  // Returns a finite number, not 0, as printf writes it with %.15g, or with %.17g if 15 digits give
  // another number: without trailing zeros. The exponent, of two digits or more, is written below
  // 1e-4 and for numbers with more digits before the point than are printed.
  number_text__deps: ['$Emval'],
  number_text: (value) => {
    const digits = Number(value.toPrecision(15)) === value ? 15 : 17;
    const text =
      Math.abs(value) < 1e-4 ? value.toExponential(digits - 1) : value.toPrecision(digits);
    const short = text.replace(/(\.\d*?)0+(?=e|$)/, '$1').replace(/\.(?=e|$)/, '');
    return Emval.toHandle(short.replace(/e(?<sign>.)(?<digit>\d)$/, 'e$<sign>0$<digit>'));
  },
});
