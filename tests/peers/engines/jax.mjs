/**
 * jax-js: a single jitted function of the two products and the activation, on the WebAssembly
 * device.
 */
import { transposed } from '../../bench/engines/transposed.mjs';

let started;

/**
 * jax-js uses one thread per core without an option, so this overrides the number of cores before
 * jax-js reads it.
 */
function pretend_cores(threads) {
  if (threads === 1) delete globalThis.SharedArrayBuffer;
  else Object.defineProperty(globalThis.navigator, 'hardwareConcurrency', { value: threads });
}

async function start(threads) {
  pretend_cores(threads);
  const jax = await import('@jax-js/jax');
  const devices = await jax.init('wasm');
  if (!devices.includes('wasm')) throw new Error('jax-js has no WebAssembly device here');
  jax.defaultDevice('wasm');
  return jax;
}

const activations = ({ nn }) => ({
  gelu: (h) => nn.gelu(h, { approximate: false }),
  gelu_tanh: (h) => nn.gelu(h, { approximate: true }),
  relu: (h) => nn.relu(h),
});

export const engine = {
  async prepare({ tokens, d_model, d_ff, activation }, { w1, b1, w2, b2 }, threads) {
    const jax = await (started ??= start(threads));
    const { jit, numpy: np } = jax;
    const act = activations(jax)[activation];
    const weights = [
      np.array(transposed(w1, d_ff, d_model), { shape: [d_model, d_ff] }),
      np.array(b1),
      np.array(transposed(w2, d_model, d_ff), { shape: [d_ff, d_model] }),
      np.array(b2),
    ];
    const pass = jit((x, a, c, b, d) => np.dot(act(np.dot(x, a).add(c)), b).add(d));
    return {
      run(data) {
        const x = np.array(data, { shape: [tokens, d_model] });
        return pass(x, ...weights.map((weight) => weight.ref)).data();
      },
      close: () => weights.forEach((weight) => weight.dispose()),
    };
  },
};
