/** Gradients with ffn-lab: a traced pass and `backward`, or `pool.backward`. */
import type { FeedForward, FeedForwardGradients, Pool, TensorLike } from 'ffn-lab';
import type { Gradients, Prepared } from './engine.ts';

const data_of = ({ x, w1, b1, w2, b2 }: FeedForwardGradients): Gradients => {
  if (b1 === undefined || b2 === undefined) throw new Error('the network has no biases');
  return { x: x.data, w1: w1.data, b1: b1.data, w2: w2.data, b2: b2.data };
};

/** Computes into new arrays in each call. */
export function new_gradients(ffn: FeedForward, grad: TensorLike): Prepared<Gradients> {
  return {
    run(data) {
      ffn.trace({ ...grad, data });
      return data_of(ffn.backward(grad));
    },
    close: () => ffn.dispose(),
  };
}

/** Computes into the arrays of an earlier call. */
export function gradients_into(ffn: FeedForward, grad: TensorLike): Prepared<Gradients> {
  let trace = ffn.trace(grad);
  let gradients = ffn.backward(grad);
  return {
    run(data) {
      trace = ffn.trace({ ...grad, data }, { into: trace });
      gradients = ffn.backward(grad, { into: gradients });
      return data_of(gradients);
    },
    close: () => ffn.dispose(),
  };
}

/** Computes in the workers of a pool; with `into`, into the arrays of an earlier call. */
export function gradients_of_pool(
  pool: Pool,
  ffn: FeedForward,
  grad: TensorLike,
  into: boolean,
): Prepared<Gradients> {
  let gradients: FeedForwardGradients | undefined;
  return {
    async run(data) {
      const options = into ? { into: gradients } : {};
      gradients = await pool.backward(ffn, { ...grad, data }, grad, options);
      return data_of(gradients);
    },
    close: () => ffn.dispose(),
  };
}
