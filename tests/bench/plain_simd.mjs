/** Takes the fused multiply-add of relaxed SIMD from a page: Chromium has no flag for that. */

/**
 * Runs first in a page and in each of its frames. Modules with `i8x16.relaxed_swizzle` or
 * `f32x4.relaxed_madd`, one of which each engine's probe has, become invalid there, as in a browser
 * without relaxed SIMD. No other module of the engines has these three bytes.
 */
export function refuse_relaxed_simd() {
  const [prefix, relaxed, high] = [0xfd, [0x80, 0x85], 0x02];
  const has_it = (source) => {
    const bytes = ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
    for (let at = bytes.indexOf(prefix); at >= 0; at = bytes.indexOf(prefix, at + 1))
      if (relaxed.includes(bytes[at + 1]) && bytes[at + 2] === high) return true;
    return false;
  };
  const check = (source) => {
    if (has_it(source)) throw new WebAssembly.CompileError('relaxed SIMD is turned off');
  };
  const { validate, compile, instantiate } = WebAssembly;
  const { Module } = WebAssembly;
  const bytes_of = async (response) => (await response).arrayBuffer();
  const is_module = (source) => source instanceof Module;
  Object.assign(WebAssembly, {
    validate: (source, ...rest) => !has_it(source) && validate(source, ...rest),
    async compile(source, ...rest) {
      check(source);
      return compile(source, ...rest);
    },
    async instantiate(source, ...rest) {
      if (!is_module(source)) check(source);
      return instantiate(source, ...rest);
    },
    compileStreaming: async (response, ...rest) =>
      WebAssembly.compile(await bytes_of(response), ...rest),
    instantiateStreaming: async (response, ...rest) =>
      WebAssembly.instantiate(await bytes_of(response), ...rest),
    Module: new Proxy(Module, {
      construct(target, [source, ...rest], made) {
        check(source);
        return Reflect.construct(target, [source, ...rest], made);
      },
    }),
  });
}

/** Runs in a page: whether a module with `f32x4.relaxed_madd` is valid. */
export function offers_relaxed_simd() {
  const splat = [0x41, 0, 0xfd, 0x0f];
  const body = [0, ...splat, ...splat, ...splat, 0xfd, 0x85, 0x02, 0x0b];
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const to_code = [1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0];
  const code = [10, body.length + 2, 1, body.length, ...body];
  return WebAssembly.validate(Uint8Array.from([...header, ...to_code, ...code]));
}
