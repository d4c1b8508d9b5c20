/** With FFN_MEMORY_MIB=64 in the environment no WebAssembly memory of a test grows beyond so much, as on a machine that has no more. */
const ceiling = Number(process.env.FFN_MEMORY_MIB) * 2 ** 20;
const Memory = WebAssembly.Memory;

WebAssembly.Memory = new Proxy(Memory, {
  construct: (target, [{ initial, maximum = 65_536, ...others }]: [WebAssembly.MemoryDescriptor]) =>
    new target({ ...others, initial, maximum: Math.max(initial, Math.min(maximum, ceiling / 65_536)) }),
});
