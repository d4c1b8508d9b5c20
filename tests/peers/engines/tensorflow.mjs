/**
 * TensorFlow.js: fused.matMul with bias; GELU is composed of operations, because TensorFlow.js has
 * no GELU.
 */
import { transposed } from '../../bench/engines/transposed.mjs';

const packages = '/peers/@tensorflow';
// Uses the published bundles: TensorFlow.js starts workers from the source text of a function,
// which another minifier would break.
const scripts = [
  `${packages}/tfjs-core/dist/tf-core.min.js`,
  `${packages}/tfjs-backend-wasm/dist/tf-backend-wasm.min.js`,
];

const activations = (tf) => ({
  gelu: (h) => tf.mul(tf.mul(h, 0.5), tf.add(tf.erf(tf.mul(h, Math.SQRT1_2)), 1)),
  gelu_tanh(h) {
    const cubic = tf.add(h, tf.mul(tf.mul(tf.square(h), h), 0.044715));
    return tf.mul(tf.mul(h, 0.5), tf.add(tf.tanh(tf.mul(cubic, Math.sqrt(2 / Math.PI))), 1));
  },
  relu: (h) => h, // fused into the product
});

function add_script(source) {
  const script = Object.assign(globalThis.document.createElement('script'), { src: source });
  return new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${source} could not be fetched`));
    globalThis.document.head.append(script);
  });
}

let started;
async function start(threads) {
  for (const source of scripts) await add_script(source);
  const { tf } = globalThis;
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', threads > 1);
  tf.wasm.setThreadsCount(threads);
  tf.wasm.setWasmPaths(`${packages}/tfjs-backend-wasm/dist/`);
  await tf.setBackend('wasm');
  return tf;
}

export const engine = {
  async prepare({ tokens, d_model, d_ff, activation }, { w1, b1, w2, b2 }, threads) {
    const tf = await (started ??= start(threads));
    const act = activations(tf)[activation];
    const weights = {
      w1: tf.tensor2d(transposed(w1, d_ff, d_model), [d_model, d_ff]),
      b1: tf.tensor1d(b1),
      w2: tf.tensor2d(transposed(w2, d_model, d_ff), [d_ff, d_model]),
      b2: tf.tensor1d(b2),
    };
    const fused = activation === 'relu' ? 'relu' : 'linear';
    const pass = (x) => {
      const hidden = act(
        tf.fused.matMul({ a: x, b: weights.w1, bias: weights.b1, activation: fused }),
      );
      return tf.fused.matMul({ a: hidden, b: weights.w2, bias: weights.b2 });
    };
    return {
      run(data) {
        const y = tf.tidy(() => pass(tf.tensor2d(data, [tokens, d_model])));
        const result = y.dataSync();
        y.dispose();
        return result;
      },
      close: () => Object.values(weights).forEach((tensor) => tensor.dispose()),
    };
  },
};
