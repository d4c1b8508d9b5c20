/** Gradients with ffn-lab: a traced pass and `backward`, in this thread or in a pool. */
import type { FeedForward, FeedForwardGradients, FeedForwardTrace, TensorLike } from 'ffn-lab';
import type { Gradients, Prepared } from './engine.ts';
import { Unable } from './engine.ts';

/** Versions of the package before the option have no `into`. */
interface Into {
  trace(x: TensorLike, options: { into?: FeedForwardTrace | undefined }): FeedForwardTrace;
  backward(
    grad: TensorLike,
    options: { into?: FeedForwardGradients | undefined },
  ): FeedForwardGradients;
}
const into_exists: boolean = false;

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

/** Computes into the arrays of the first call. */
export function gradients_into(ffn: FeedForward, grad: TensorLike): Prepared<Gradients> {
  if (!into_exists) throw new Unable('this version of ffn-lab has no option into');
  const network = ffn as unknown as Into;
  let trace: FeedForwardTrace | undefined;
  let gradients: FeedForwardGradients | undefined;
  return {
    run(data) {
      trace = network.trace({ ...grad, data }, { into: trace });
      gradients = network.backward(grad, { into: gradients });
      return data_of(gradients);
    },
    close: () => ffn.dispose(),
  };
}
