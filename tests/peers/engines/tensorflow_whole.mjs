/**
 * TensorFlow.js with its whole bundle, the smallest one that has gradients: those of the network of
 * tensorflow.mjs, with the same backend.
 */
import { network_of, start, tensors_of } from './tensorflow.mjs';

const packages = '/tensorflow/@tensorflow';

let started;

export const engine = {
  async prepare_gradients(work, given, grad, threads) {
    const tf = await (started ??= start(threads, packages, 'tfjs/dist/tf.min.js'));
    const weights = tensors_of(tf, work, given);
    const gradients = tf.grads(network_of(tf, work));
    const matrix = (data) => tf.tensor2d(data, [work.tokens, work.d_model]);
    return {
      run(data) {
        const results = tf.tidy(() => gradients([matrix(data), ...weights], matrix(grad)));
        const [x, w1, b1, w2, b2] = results.map((result) => result.dataSync());
        tf.dispose(results);
        return { x, w1, b1, w2, b2 };
      },
      close: () => tf.dispose(weights),
      layout: 'in_out',
    };
  },
};
