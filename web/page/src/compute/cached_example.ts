/**
 * Cache of the current example's network: edits change its weights in place, another example
 * replaces it.
 */
import type { FeedForwardWeights, Lab, Tensor } from 'ffn-lab';
import { edited, type Edit } from '../state/edits.ts';
import * as examples from './examples.ts';
import type { Facts, Network } from './examples.ts';
import type { Example } from './recipe.ts';
import { same_value, type State } from '../state/state.ts';
import { make_scope } from './scope.ts';
import { traced } from './traced.ts';

type ExampleRequest = Pick<State, 'example' | 'edits' | 'fact' | 'language' | 'pasted'>;

export const example_reads = ({
  example,
}: Pick<State, 'example'>): readonly (keyof ExampleRequest)[] =>
  example === 'facts' ? ['example', 'fact', 'language', 'edits'] : ['example', 'pasted', 'edits'];

const no_input: Tensor = { data: new Float32Array(0), shape: [0, 0] };

/** Makes the network and the input of an example, without edits. */
function make_example(
  lab: Lab,
  { example, pasted, fact, language }: ExampleRequest,
  facts: Facts | undefined,
): Network {
  const scope = make_scope(lab);
  try {
    const network =
      example === 'facts'
        ? facts && examples.facts(scope.lab, facts, fact, language)
        : examples[example](scope.lab, pasted ?? no_input);
    if (network === undefined) throw new Error('the model of the facts is not loaded');
    scope.release(network.ffn);
    return network;
  } finally {
    scope.dispose();
  }
}

const weight_names = ['w1', 'b1', 'w2', 'b2'] as const;

interface CachedExample {
  readonly request: ExampleRequest;
  /** Without edits. */
  readonly original: Network;
  /** Weights of `original`, copied from the core before the first edit. */
  weights?: FeedForwardWeights;
  edits: readonly Edit[];
  example: Example;
}

/** Applies another list of edits; writes only the tensors that the old or the new list names. */
function edit(cached: CachedExample, edits: readonly Edit[]): void {
  const { ffn, x } = cached.original;
  const touched = weight_names.filter((name) =>
    [...cached.edits, ...edits].some(({ tensor }) => tensor === name),
  );
  if (touched.length > 0) {
    const weights = (cached.weights ??= ffn.weights());
    const changed = touched.flatMap((name) => {
      const tensor = weights[name];
      return tensor ? [[name, { ...tensor, data: edited(name, tensor.data, edits) }]] : [];
    });
    ffn.set_weights(Object.fromEntries(changed) as Partial<FeedForwardWeights>);
  }
  cached.edits = edits;
  cached.example = traced({ ...cached.original, x: { ...x, data: edited('x', x.data, edits) } });
}

export type OpenFacts = (lab: Lab) => Promise<Facts>;

/**
 * Returns the model of the facts once it is loaded, and a function that loads it if an example
 * needs it.
 */
function make_facts(lab: Lab, open: OpenFacts) {
  let facts: Facts | undefined;
  let opening: Promise<unknown> | undefined;
  /** Returns undefined if nothing is to be loaded. */
  const load = ({ example }: Pick<State, 'example'>): Promise<unknown> | undefined => {
    if (example !== 'facts' || facts !== undefined) return undefined;
    // A file that could not be fetched is fetched again.
    opening ??= open(lab)
      .then((opened) => (facts = opened))
      .finally(() => (opening = undefined));
    return opening;
  };
  return { facts: () => facts, load };
}

/**
 * Returns a function from a request to its network and input, which caches the last network; `load`
 * comes first.
 */
export function make_example_cache(
  lab: Lab,
  open: OpenFacts = () => Promise.reject(new Error('there is no model of the facts')),
) {
  const { facts, load } = make_facts(lab, open);
  let cached: CachedExample | undefined;
  const build = (request: ExampleRequest): CachedExample => {
    const original = make_example(lab, request, facts());
    cached?.original.ffn.dispose();
    return { request, original, edits: [], example: traced(original) };
  };
  const example_for = (request: ExampleRequest): Example => {
    // The user's own input is compared by its numbers: each message carries its own copy.
    const same = (name: keyof ExampleRequest) =>
      name === 'edits' || same_value(cached?.request[name], request[name]);
    if (!cached || !example_reads(request).every(same)) cached = build(request);
    if (!same_value(cached.edits, request.edits)) edit(cached, request.edits);
    return cached.example;
  };
  return Object.assign(example_for, { load });
}
