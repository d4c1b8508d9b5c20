/**
 * The state in the URL hash: `#v=2&example=chapter&token=1&x=-0.75`. The store creates a signal for
 * each parameter: the shared ones here, and each step's own (steps/STEP/entry.ts).
 */
import type { ActivationKind } from 'ffn-lab';
import { largest_edit, most_edits } from './edits.ts';
import { read_matrix, write_matrix } from './link_bytes.ts';
import { thresholds } from './thresholds.ts';
import {
  decimal,
  edit_list,
  flag,
  interval,
  largest_index,
  largest_x,
  list,
  maybe,
  one_of,
  some_of,
  whole,
  word,
} from './url_parameters.ts';
import type { Parameter, StepParameters } from './url_parameters.ts';

export const gelu_kinds = ['gelu', 'gelu_tanh'] as const satisfies ActivationKind[];

export const example_names = [
  'notebook_token',
  'notebook_batch',
  'chapter',
  'facts',
  'gpt2',
  'pasted',
] as const;
export type ExampleName = (typeof example_names)[number];

/** Returns the form of GELU that the example's source or model uses. */
export const gelu_of_example = (example: ExampleName) =>
  example === 'chapter' || example === 'gpt2' ? 'gelu_tanh' : 'gelu';

export const stages = ['input', 'linear1', 'activation', 'dropout', 'linear2', 'shortcut'] as const;
export type Stage = (typeof stages)[number];

/** The emphasized activation; the other one is dimmed. */
export const emphases = ['both', 'gelu', 'relu'] as const;
export type Emphasis = (typeof emphases)[number];

export const fact_activations = ['gelu', 'relu'] as const satisfies ActivationKind[];
export type FactActivation = (typeof fact_activations)[number];

export const teach_groups = ['controls', 'notes', 'guide', 'prose'] as const;
export type TeachGroup = (typeof teach_groups)[number];

/** Read by several steps, or by the page around them. */
export const shared_parameters = {
  example: one_of('notebook_batch', example_names),
  /** The user's own matrix, for the example `pasted`; undefined if it is too large for a link. */
  matrix: maybe({ read: read_matrix, write: write_matrix }),
  edits: edit_list(most_edits, largest_edit),
  /** Token index, flattened over all leading dimensions; panels clamp it to the last token. */
  token: whole(0, 0, largest_index),
  gelu: one_of('gelu', gelu_kinds),
  /** Current stage of the forward-pass stepper; `all`: the stepper is not in use. */
  stage: one_of('all', ['all', ...stages]),
  x: decimal(-0.75, largest_x),
  /**
   * Brushed interval of pre-activations: the histograms highlight its elements before and after the
   * activation.
   */
  brush: interval(largest_x),
  threshold: one_of(0.01, thresholds),
  /** Feature of the output, for the panels about one element. */
  feature: whole(0, 0, largest_index),
  /** Seed of the networks that are trained on toy datasets. */
  train_seed: whole(42, 0, 999_999_999),
  emphasis: one_of('both', emphases),
  /**
   * Facts: the sentence (undefined: the first in the page's language), the tokens asked instead,
   * what is switched on, which twin.
   */
  fact: maybe(whole(0, 0, largest_index)),
  fact_prompt: maybe(list('.', 32, whole(0, 0, largest_index))),
  fact_attention: flag(true),
  fact_network: flag(true),
  fact_activation: one_of('gelu', fact_activations),
  /** The shown hidden unit (undefined: the one that holds most of the answer). */
  fact_unit: maybe(whole(0, 0, largest_index)),
  fact_unit_on: flag(true),
};

export const page_parameters = {
  /** Groups that teacher mode hides; empty: teacher mode is off. */
  teach: some_of([], teach_groups),
  /** Whether the answers of guesses are shown to who follows the link. */
  answers: one_of('covered', ['covered', 'shown']),
  /** Panel to scroll to; unknown names are ignored. */
  panel: word(),
};

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type AllParameters = typeof shared_parameters &
  Intersection<StepParameters[keyof StepParameters]> &
  typeof page_parameters;
export type ParameterName = keyof AllParameters;
export type UrlState = { readonly [Name in ParameterName]: AllParameters[Name]['initial'] };

const of_steps = import.meta.glob<{ readonly parameters?: object }>('../steps/*/entry.ts', {
  eager: true,
});

/** In the order in which a hash lists them; each step declares the types of its own. */
export const parameters = Object.assign(
  {},
  shared_parameters,
  ...Object.values(of_steps).map(({ parameters }) => parameters),
  page_parameters,
) as AllParameters;

export const parameter_names = Object.keys(parameters) as ParameterName[];

const any_parameter = (name: ParameterName) => parameters[name] as Parameter<unknown>;

const version = '2';
/**
 * The example of a hash that names none, by the hash's version: links of version 1 were made when
 * the page began with one token.
 */
const unnamed_examples = new Map<string | null, ExampleName>([
  ['1', 'notebook_token'],
  [version, 'notebook_batch'],
]);
/**
 * Longer hashes are rejected. A matrix and a hundred edits take about three thousand characters
 * each, a drawing two thousand.
 */
const longest_hash = 10_000;

/** Returns the default state of an example, with the example's form of GELU. */
export function default_state(example: ExampleName): UrlState {
  const initial = Object.fromEntries(
    parameter_names.map((name) => [name, parameters[name].initial]),
  ) as unknown as UrlState;
  return { ...initial, example, gelu: gelu_of_example(example) };
}

export const initial_state: UrlState = default_state(parameters.example.initial);

/**
 * Parses a hash; never throws. Unknown keys and invalid values are skipped, which makes the hash
 * `refused`.
 */
export function read_hash(hash: string): { readonly state: UrlState; readonly refused: boolean } {
  const text = hash.replace(/^#/, '');
  // A plain word is the anchor of a section and carries no state.
  if (/^\w*$/.test(text)) return { state: initial_state, refused: false };
  const given = new URLSearchParams(text.length > longest_hash ? '' : text);
  const unnamed = unnamed_examples.get(given.get('v'));
  if (unnamed === undefined) return { state: initial_state, refused: true };
  const keys = Array.from(new Set(given.keys())).filter((key) => key !== 'v');
  const read = keys.flatMap((key) => {
    const value = Object.hasOwn(parameters, key)
      ? any_parameter(key as ParameterName).read(given.get(key) ?? '')
      : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  const known = Object.fromEntries(read) as Partial<UrlState>;
  return {
    state: { ...default_state(known.example ?? unnamed), ...known },
    refused: read.length < keys.length,
  };
}

/** The user's own data that a state uses, and whether they are part of a link to it. */
export interface OwnData {
  readonly name: 'matrix' | 'data';
  readonly in_link: boolean;
}

export const own_data_of = ({
  example,
  matrix,
  train_data,
  train_points,
}: Pick<UrlState, 'example' | 'matrix' | 'train_data' | 'train_points'>): readonly OwnData[] => [
  ...(example === 'pasted' ? [{ name: 'matrix', in_link: matrix !== undefined } as const] : []),
  ...(train_data === 'own' ? [{ name: 'data', in_link: train_points !== undefined } as const] : []),
];

/** Returns the state without data that it does not use, and without edits of an unknown matrix. */
function without_unused(given: UrlState): UrlState {
  const matrix = given.example === 'pasted' ? given.matrix : undefined;
  const edits_unknown = given.example === 'pasted' && matrix === undefined;
  return {
    ...given,
    matrix,
    edits: edits_unknown ? [] : given.edits,
    train_points: given.train_data === 'own' ? given.train_points : undefined,
  };
}

/** Returns the shortest hash that restores the state; empty for the initial state. */
export function write_hash(given: UrlState): string {
  const state = without_unused(given);
  const base = default_state(state.example);
  const written = (from: UrlState, name: ParameterName) => any_parameter(name).write(from[name]);
  const parts = parameter_names
    .filter(
      (name) => written(state, name) !== written(name === 'example' ? initial_state : base, name),
    )
    .map((name) => `${name}=${written(state, name)}`);
  return parts.length === 0 ? '' : `#v=${version}&${parts.join('&')}`;
}
