/**
 * With FFN_MEMORY_MIB=64 in the environment, WebAssembly memories in tests are limited to 64 MiB,
 * as on a machine with little memory.
 */
const ceiling = Number(process.env.FFN_MEMORY_MIB) * 2 ** 20;
const Memory = WebAssembly.Memory;

WebAssembly.Memory = new Proxy(Memory, {
  construct: (target, [{ initial, maximum = 65_536, ...others }]: [WebAssembly.MemoryDescriptor]) =>
    new target({
      ...others,
      initial,
      maximum: Math.max(initial, Math.min(maximum, ceiling / 65_536)),
    }),
});
