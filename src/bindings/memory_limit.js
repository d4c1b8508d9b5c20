/* global addToLibrary, Module */
// For Emscripten's linker (--js-library): how far the memory may grow is what the engine made it with, not a constant of the build. The
// glue asks for it before each growth, and takes a fifth more than is needed only as far as it goes.
addToLibrary({ $getHeapMax: () => Module.memory_limit });
