/** Cache of the current example's network: edits change its weights in place, another example replaces it. */
import type { FeedForwardWeights, Lab, Tensor } from 'ffn-lab';
import { edited, type Edit } from './edits.ts';
import * as examples from './examples.ts';
import type { Facts, Network } from './examples.ts';
import type { Example, State } from './recipe.ts';
import { make_scope } from './scope.ts';
import { traced } from './traced.ts';

/** The parts of the state that an example depends on. */
export interface ExampleRequest extends Pick<State, 'example' | 'edits' | 'fact' | 'language'> {
  readonly pasted?: Tensor | undefined;
}

const no_input: Tensor = { data: new Float32Array(0), shape: [0, 0] };

/** Makes the network and the input of an example, without edits. */
function make_example(lab: Lab, { example, pasted, fact, language }: ExampleRequest, facts: Facts | undefined): Network {
  const scope = make_scope(lab);
  try {
    const network =
      example === 'facts' ? facts && examples.facts(scope.lab, facts, fact, language) : examples[example](scope.lab, pasted ?? no_input);
    if (network === undefined) throw new Error('the model of the facts is not loaded');
    scope.release(network.ffn);
    return network;
  } finally {
    scope.dispose();
  }
}

/** Compares pasted inputs by value: each request of a panel carries its own copy. */
function same_example(a: ExampleRequest, b: ExampleRequest): boolean {
  if (a.example !== b.example) return false;
  if (a.example === 'facts') return a.fact === b.fact && a.language === b.language;
  const [x, y] = [a.pasted, b.pasted];
  return String(x?.shape) === String(y?.shape) && (x === undefined || x.data.every((value, index) => Object.is(value, y?.data[index])));
}

const same_edits = (a: readonly Edit[], b: readonly Edit[]) =>
  a.length === b.length &&
  a.every(({ tensor, index, value }, position) => {
    const other = b[position];
    return other?.tensor === tensor && other.index === index && Object.is(other.value, value);
  });

const weight_names = ['w1', 'b1', 'w2', 'b2'] as const;

interface CachedExample {
  readonly request: ExampleRequest;
  /** Without edits. */
  readonly original: Network;
  /** Weights of `original`, copied from the core on first use. */
  readonly weights: () => FeedForwardWeights;
  readonly example: Example;
}

function memoize_once<Result>(make: () => Result): () => Result {
  let memoized: { readonly result: Result } | undefined;
  return () => (memoized ??= { result: make() }).result;
}

/** Applies another list of edits; writes only the tensors that the old or the new list names. */
function with_edits({ request: { edits: old }, original, weights }: CachedExample, edits: readonly Edit[]): Example {
  const touched = weight_names.filter((name) => [...old, ...edits].some(({ tensor }) => tensor === name));
  const tensor_of = (name: (typeof weight_names)[number]) => {
    const tensor = weights()[name];
    return tensor === undefined ? [] : [[name, { ...tensor, data: edited(name, tensor.data, edits) }]];
  };
  if (touched.length > 0) original.ffn.set_weights(Object.fromEntries(touched.flatMap(tensor_of)) as Partial<FeedForwardWeights>);
  return traced({ ...original, x: { ...original.x, data: edited('x', original.x.data, edits) } });
}

/** Loads the model of the facts. */
export type OpenFacts = (lab: Lab) => Promise<Facts>;

/** Returns the model of the facts once it is loaded, and a function that loads it if an example needs it. */
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

const cannot_open: OpenFacts = () => Promise.reject(new Error('there is no model of the facts'));

/** Returns a function from a request to its network and input, which caches the last network; `load` comes first. */
export function make_example_cache(lab: Lab, open: OpenFacts = cannot_open) {
  const { facts, load } = make_facts(lab, open);
  let cached: CachedExample | undefined;
  const build = (request: ExampleRequest): CachedExample => {
    const original = make_example(lab, request, facts());
    cached?.original.ffn.dispose();
    return { request: { ...request, edits: [] }, original, weights: memoize_once(() => original.ffn.weights()), example: traced(original) };
  };
  const example_for = (request: ExampleRequest): Example => {
    if (cached === undefined || !same_example(cached.request, request)) cached = build(request);
    if (!same_edits(cached.request.edits, request.edits)) cached = { ...cached, request, example: with_edits(cached, request.edits) };
    return cached.example;
  };
  return Object.assign(example_for, { load });
}
