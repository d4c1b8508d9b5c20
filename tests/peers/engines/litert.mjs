/** LiteRT.js: FULLY_CONNECTED, GELU, FULLY_CONNECTED, computed by XNNPACK. */
import { loadLiteRt, Tensor } from '@litertjs/core';

let runtime;

export const engine = {
  async prepare(work, weights, threads) {
    // The binary without threads is faster on one thread.
    runtime ??= loadLiteRt('/peers/@litertjs/core/wasm/', { threads: threads > 1 });
    const { feed_forward_tflite } = await import('../feed_forward_tflite.mjs');
    const model = await (
      await runtime
    ).loadAndCompile(feed_forward_tflite(work, weights), {
      accelerator: 'wasm',
      cpuOptions: { numThreads: threads },
    });
    return {
      async run(data) {
        const x = new Tensor(data, [work.tokens, work.d_model]);
        const [y] = await model.run(x);
        x.delete();
        const result = y.toTypedArray(); // a copy already
        y.delete();
        return result;
      },
      close: () => model.delete(),
    };
  },
};
