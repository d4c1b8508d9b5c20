/**
 * jax-js: a single jitted function of the two products and the activation, or of its gradients, on
 * the WebAssembly device.
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

const arrays_of = ({ numpy: np }, { d_model, d_ff }, { w1, b1, w2, b2 }) => [
  np.array(transposed(w1, d_ff, d_model), { shape: [d_model, d_ff] }),
  np.array(b1),
  np.array(transposed(w2, d_model, d_ff), { shape: [d_ff, d_model] }),
  np.array(b2),
];

function network_of(jax, { activation }) {
  const { numpy: np } = jax;
  const act = activations(jax)[activation];
  return (x, a, c, b, d) => np.dot(act(np.dot(x, a).add(c)), b).add(d);
}

const referenced = (weights) => weights.map((weight) => weight.ref);
const closing = (weights) => () => weights.forEach((weight) => weight.dispose());

export const engine = {
  async prepare(work, given, threads) {
    const jax = await (started ??= start(threads));
    const { jit, numpy: np } = jax;
    const weights = arrays_of(jax, work, given);
    const pass = jit(network_of(jax, work));
    return {
      run(data) {
        const x = np.array(data, { shape: [work.tokens, work.d_model] });
        return pass(x, ...referenced(weights)).data();
      },
      close: closing(weights),
    };
  },

  async prepare_gradients(work, given, grad, threads) {
    const jax = await (started ??= start(threads));
    const { jit, numpy: np } = jax;
    const weights = arrays_of(jax, work, given);
    const network = network_of(jax, work);
    const loss = (x, a, c, b, d, g) => np.sum(network(x, a, c, b, d).mul(g));
    const gradients = jit(jax.grad(loss, { argnums: [0, 1, 2, 3, 4] }));
    const matrix = (data) => np.array(data, { shape: [work.tokens, work.d_model] });
    return {
      async run(data) {
        const results = gradients(matrix(data), ...referenced(weights), matrix(grad));
        const [x, w1, b1, w2, b2] = await Promise.all(results.map((result) => result.data()));
        return { x, w1, b1, w2, b2 };
      },
      close: closing(weights),
      layout: 'in_out',
    };
  },

  async prepare_training(task, threads) {
    const { make_training } = await import('./jax_training.mjs');
    return make_training(await (started ??= start(threads)), task);
  },
};
