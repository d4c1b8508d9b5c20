/** Worker handler of the bridge panel: runs an untrained network; all arithmetic is done by ffn-lab. */
import type { FeedForwardTrace, FeedForwardWeights, Lab, Summary, Tensor } from 'ffn-lab';
import { make_example } from '../../numbers/cached_example.ts';
import type { Network as Example } from '../../numbers/examples.ts';
import { bridge_bins, bridge_gelu, bridge_tensors, strip_tensors } from './calls.ts';
import type { BridgeNetwork, BridgeReply, BridgeRequest, BridgeTensor, StripTensor } from './calls.ts';

function make_network(lab: Lab, network: BridgeNetwork): Example {
  const name = network === 'gpt2' ? 'gpt2' : 'notebook_batch';
  const example = make_example(lab, { example: name, edits: [] });
  if (network !== 'toy_gpt2') return example;
  const { d_model, d_ff } = example.ffn;
  example.ffn.dispose();
  return { x: example.x, ffn: lab.FeedForward({ d_model, d_ff, init: 'gpt2', seed: 42 }) };
}

interface Passes {
  readonly x: Tensor;
  readonly weights: FeedForwardWeights;
  readonly with_gelu: FeedForwardTrace;
  readonly with_relu: FeedForwardTrace;
}

function run_passes(lab: Lab, network: BridgeNetwork): Passes {
  const { ffn, x } = make_network(lab, network);
  try {
    const weights = ffn.weights();
    ffn.activation = bridge_gelu;
    const with_gelu = ffn.trace(x);
    ffn.activation = 'relu';
    return { x, weights, with_gelu, with_relu: ffn.trace(x) };
  } finally {
    ffn.dispose();
  }
}

/** Results by network: at GPT-2's size, creating the weights alone takes a third of a second. The networks are disposed of. */
const cache = new Map<
  BridgeNetwork,
  { readonly fixed: Omit<BridgeReply, 'threshold' | 'sparsity'>; readonly hidden: Record<'gelu' | 'relu', Tensor> }
>();

function compute_results(lab: Lab, network: BridgeNetwork) {
  const { x, weights, with_gelu, with_relu } = run_passes(lab, network);
  const { pre_activation, hidden, output } = with_gelu;
  const tensors: Record<BridgeTensor, Tensor> = { w1: weights.w1, x, pre_activation, 'hidden.gelu': hidden, 'output.gelu': output };
  const [d_ff = 0, d_model = 0] = weights.w1.shape;
  const { edges } = lab.histogram(pre_activation, { bins: bridge_bins });
  const range = [edges[0] ?? 0, edges[bridge_bins] ?? 1] as const;
  const for_strips = <Result>(work: (tensor: Tensor) => Result) =>
    Object.fromEntries(strip_tensors.map((name) => [name, work(tensors[name])])) as Record<StripTensor, Result>;
  const summaries = Object.fromEntries(bridge_tensors.map((name) => [name, lab.summarize(tensors[name])])) as Record<BridgeTensor, Summary>;
  const fixed = {
    network,
    tokens: x.data.length / d_model,
    d_model,
    d_ff,
    strips: for_strips((tensor) => tensor),
    summaries,
    histograms: for_strips((tensor) => lab.histogram(tensor, { bins: bridge_bins, range })),
    cost: lab.feed_forward_cost({ d_model, d_ff }),
  };
  return { fixed, hidden: { gelu: hidden, relu: with_relu.hidden } };
}

export function bridge(lab: Lab, { network, threshold }: BridgeRequest): BridgeReply {
  const results = cache.get(network) ?? compute_results(lab, network);
  cache.set(network, results);
  const shares = (name: 'gelu' | 'relu') => {
    const { count, zero, zero_share, not_positive, not_positive_share, small, small_share } = lab.sparsity(results.hidden[name], {
      threshold,
    });
    return { count, zero, zero_share, not_positive, not_positive_share, small, small_share };
  };
  return { ...results.fixed, threshold, sparsity: { gelu: shares('gelu'), relu: shares('relu') } };
}
