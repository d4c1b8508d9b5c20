/** Histograms and sparsity of the hidden layer, before the activation and after: calls of ffn-lab on chosen elements. */
import type { ActivationKind, Histogram, Lab, Sparsity, Tensor } from 'ffn-lab';
import type { Example } from './examples.ts';
import type { HiddenReply, HiddenRequest, HiddenTensor } from './protocol.ts';

const bins = 48;

function pass_with(example: Example, activation: ActivationKind) {
  example.ffn.activation = activation;
  return example.ffn.trace(example.x);
}

/** The elements of a tensor at some of its places. */
function picked({ data }: Tensor, places: readonly number[]): Tensor {
  return { data: Float32Array.from(places, (place) => data[place] ?? NaN), shape: [places.length] };
}

function shares({ count, zero, zero_share, not_positive, not_positive_share, small, small_share }: Sparsity) {
  return { count, zero, zero_share, not_positive, not_positive_share, small, small_share };
}

export function hidden_activations(lab: Lab, example: Example, request: HiddenRequest): HiddenReply {
  const { pre_activation, hidden } = pass_with(example, request.gelu);
  const tensors: Record<HiddenTensor, Tensor> = { pre_activation, 'hidden.gelu': hidden, 'hidden.relu': pass_with(example, 'relu').hidden };
  // One range for all three, that of what the activation was given: so the eye can follow where it went.
  const { edges } = lab.histogram(pre_activation, { bins });
  const range = [edges[0] ?? 0, edges[bins] ?? 1] as const;
  const [low, high] = request.brush ?? [Infinity, -Infinity];
  const places = Array.from(pre_activation.data.keys()).filter((place) => {
    const z = pre_activation.data[place] ?? NaN;
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
    brushed: places.length === 0 ? undefined : of_each((tensor) => histogram(picked(tensor, places))),
    brushed_count: places.length,
    threshold: request.threshold,
    sparsity: { gelu: sparsity('hidden.gelu'), relu: sparsity('hidden.relu') },
  };
}
