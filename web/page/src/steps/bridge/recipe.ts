/**
 * A network of toy size, untrained or taken from the facts model, and an untrained one of GPT-2's
 * size. The toy has the form of GELU that the other steps show, so that its numbers are theirs; the
 * large one has GPT-2's tanh form.
 */
import type { Lab } from 'ffn-lab';
import { gpt2, notebook_batch, type Network } from '../../compute/examples.ts';
import type { Given } from '../../compute/recipe.ts';
import type { State } from '../../state/state.ts';
import { thresholds } from '../../state/thresholds.ts';

const bins = 48;

function describe(lab: Lab, { ffn, x }: Network, gelu: State['gelu']) {
  const { d_model, d_ff } = ffn;
  ffn.activation = gelu;
  const { pre_activation, hidden, output } = ffn.trace(x);
  ffn.activation = 'relu';
  const { hidden: relu } = ffn.trace(x);
  const summaries = {
    w1: lab.summarize(ffn.weights().w1),
    x: lab.summarize(x),
    pre_activation: lab.summarize(pre_activation),
    hidden: lab.summarize(hidden),
    output: lab.summarize(output),
  };
  const limit = summaries.pre_activation.largest_finite_magnitude;
  // Both histograms have the range of the pre-activations.
  const before = lab.histogram(pre_activation, { bins, range: 'edge_at_zero' });
  const range = [before.edges[0] ?? NaN, before.edges[bins] ?? NaN] as const;
  return {
    d_model,
    d_ff,
    /** The form of GELU. */
    gelu,
    tokens: x.data.length / d_model,
    count: hidden.data.length,
    pre_activation,
    hidden,
    limits: { low: -limit, high: limit },
    summaries,
    histograms: {
      pre_activation: before,
      hidden: lab.histogram(hidden, { bins, range }),
    },
    // One entry for each threshold that can be chosen.
    sparsity: thresholds.map((threshold) => ({
      gelu: lab.sparsity(hidden, { threshold }),
      relu: lab.sparsity(relu, { threshold }),
    })),
    cost: lab.feed_forward_cost({ d_model, d_ff }),
  };
}

/** Describes a network with its own weights or with weights of GPT-2's initialization. */
function with_weights(lab: Lab, { ffn, x }: Network, { bridge_toy, gelu }: State) {
  const { d_model, d_ff } = ffn;
  // A copy: the example's network keeps its activation.
  const weights =
    bridge_toy === 'gpt2'
      ? ({ d_model, d_ff, init: 'gpt2', seed: 42 } as const)
      : { weights: ffn.weights() };
  return describe(lab, { x, ffn: lab.FeedForward(weights) }, gelu);
}

/** The seed-42 example (2 × 5 tokens, 8 → 32 → 8). */
export function toy({ lab }: Given, state: State) {
  return with_weights(lab, notebook_batch(lab), state);
}

/** The example's network, which is trained if the example is the facts model. */
export function trained({ lab, example: { ffn, x } }: Given, state: State) {
  return with_weights(lab, { ffn, x }, state);
}

/** A network of GPT-2's size. */
export function large({ lab }: Given) {
  return describe(lab, gpt2(lab), 'gelu_tanh');
}
