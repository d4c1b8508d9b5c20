/** Handler for histograms and sparsity of the hidden layer, before and after the activation. */
import type { ActivationKind, Histogram, Lab, Sparsity, Tensor } from 'ffn-lab';
import type { Network as Example } from '../../numbers/examples.ts';
import type { HiddenReply, HiddenRequest, HiddenTensor } from '../../numbers/protocol.ts';

const bins = 48;

function pass_with(example: Example, activation: ActivationKind) {
  example.ffn.activation = activation;
  return example.ffn.trace(example.x);
}

/** Returns the elements at `indices` as a vector. */
function select({ data }: Tensor, indices: readonly number[]): Tensor {
  return { data: Float32Array.from(indices, (index) => data[index] ?? NaN), shape: [indices.length] };
}

function shares({ count, zero, zero_share, not_positive, not_positive_share, small, small_share }: Sparsity) {
  return { count, zero, zero_share, not_positive, not_positive_share, small, small_share };
}

export function hidden_activations(lab: Lab, example: Example, request: HiddenRequest): HiddenReply {
  const { pre_activation, hidden } = pass_with(example, request.gelu);
  const tensors: Record<HiddenTensor, Tensor> = { pre_activation, 'hidden.gelu': hidden, 'hidden.relu': pass_with(example, 'relu').hidden };
  // All three histograms use the range of the pre-activations, so that they can be compared.
  const { edges } = lab.histogram(pre_activation, { bins });
  const range = [edges[0] ?? 0, edges[bins] ?? 1] as const;
  const [low, high] = request.brush ?? [Infinity, -Infinity];
  const indices = Array.from(pre_activation.data.keys()).filter((index) => {
    const z = pre_activation.data[index] ?? NaN;
    return z >= low && z <= high;
  });
  const of_each = <Result>(work: (tensor: Tensor) => Result) =>
    Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, work(tensor)])) as Record<HiddenTensor, Result>;
  const histogram = (tensor: Tensor): Histogram => lab.histogram(tensor, { bins, range });
  const sparsity = (name: HiddenTensor) => shares(lab.sparsity(tensors[name], { threshold: request.threshold }));
  return {
    example: request.example,
    gelu: request.gelu,
    range,
    histograms: of_each(histogram),
    brushed: indices.length === 0 ? undefined : of_each((tensor) => histogram(select(tensor, indices))),
    brushed_count: indices.length,
    threshold: request.threshold,
    sparsity: { gelu: sparsity('hidden.gelu'), relu: sparsity('hidden.relu') },
  };
}
