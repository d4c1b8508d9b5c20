/**
 * TensorFlow.js: fused.matMul with bias; GELU is composed of operations, because TensorFlow.js has
 * no GELU.
 */
import { transposed } from '../../bench/engines/transposed.mjs';

const packages = '/peers/@tensorflow';

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

/**
 * Starts TensorFlow.js with its WebAssembly backend. Uses the published bundles: TensorFlow.js
 * starts workers from the source text of a function, which another minifier would break.
 */
export async function start(threads, packages, bundle) {
  await add_script(`${packages}/${bundle}`);
  await add_script(`${packages}/tfjs-backend-wasm/dist/tf-backend-wasm.min.js`);
  const { tf } = globalThis;
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', threads > 1);
  tf.wasm.setThreadsCount(threads);
  tf.wasm.setWasmPaths(`${packages}/tfjs-backend-wasm/dist/`);
  await tf.setBackend('wasm');
  return tf;
}

/** Returns w1, b1, w2 and b2 as tensors. */
export const tensors_of = (tf, { d_model, d_ff }, { w1, b1, w2, b2 }) => [
  tf.tensor2d(transposed(w1, d_ff, d_model), [d_model, d_ff]),
  tf.tensor1d(b1),
  tf.tensor2d(transposed(w2, d_model, d_ff), [d_ff, d_model]),
  tf.tensor1d(b2),
];

/** Returns the network as a function of x and of the tensors. */
export function network_of(tf, { activation }) {
  const act = activations(tf)[activation];
  const fused = activation === 'relu' ? 'relu' : 'linear';
  return (x, w1, b1, w2, b2) => {
    const hidden = act(tf.fused.matMul({ a: x, b: w1, bias: b1, activation: fused }));
    return tf.fused.matMul({ a: hidden, b: w2, bias: b2 });
  };
}

let started;

export const engine = {
  async prepare(work, given, threads) {
    const tf = await (started ??= start(threads, packages, 'tfjs-core/dist/tf-core.min.js'));
    const weights = tensors_of(tf, work, given);
    const pass = network_of(tf, work);
    return {
      run(data) {
        const y = tf.tidy(() => pass(tf.tensor2d(data, [work.tokens, work.d_model]), ...weights));
        const result = y.dataSync();
        y.dispose();
        return result;
      },
      close: () => tf.dispose(weights),
    };
  },
};
