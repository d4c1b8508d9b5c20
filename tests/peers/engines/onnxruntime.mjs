/** onnxruntime-web: Gemm, Gelu, Gemm with the weights as constants. */
import * as ort from 'onnxruntime-web/wasm';

ort.env.wasm.wasmPaths = new URL('/peers/onnxruntime-web/dist/', globalThis.location.href).href;

export const engine = {
  async prepare(work, weights, threads) {
    ort.env.wasm.numThreads = threads;
    const { feed_forward_onnx } = await import('../feed_forward_onnx.mjs');
    const session = await ort.InferenceSession.create(feed_forward_onnx(work, weights), {
      executionProviders: ['wasm'],
    });
    return {
      async run(data) {
        const { y } = await session.run({
          x: new ort.Tensor('float32', data, [work.tokens, work.d_model]),
        });
        return y.data;
      },
      close: () => session.release(),
    };
  },
};
