/**
 * The state in the URL hash: `#v=2&example=chapter&token=1&x=-0.75`. The store creates a signal for
 * each line of `parameters`.
 */
import type { ActivationKind, DropoutPlacement, OptimizerKind, ToyDataKind } from 'ffn-lab';
import { speed_modes } from '../speed/cases.ts';
import { block_boxes, block_norms } from './block_boxes.ts';
import { fit_curves, fit_steps, fit_widths, read_curve, write_curve } from './drawn_curve.ts';
import { largest_edit, most_edits } from './edits.ts';
import { change_list, last_step, learning_rates } from './race_changes.ts';
import { thresholds } from './thresholds.ts';
import {
  decimal,
  edit_list,
  flag,
  interval,
  list,
  maybe,
  one_of,
  rewrite_list,
  some_of,
  whole,
  word,
} from './url_parameters.ts';
import type { Parameter } from './url_parameters.ts';

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

const largest_index = 9999;
export const largest_x = 1000;
export const largest_d_model = 65536;
export const dropouts: readonly number[] = [0, 0.1, 0.3, 0.5];
export const dropout_placements = ['hidden', 'output'] as const satisfies DropoutPlacement[];
export const dropout_passes: readonly number[] = [10, 100, 1000];
/**
 * In drawing order: the approximations of GELU are drawn over the exact curve, so that all stay
 * visible.
 */
export const curve_kinds = [
  'relu',
  'gelu',
  'gelu_sigmoid',
  'gelu_tanh',
] as const satisfies ActivationKind[];
export type CurveKind = (typeof curve_kinds)[number];

/**
 * Batch sizes (in tokens) and values of d_model for the speed measurement; d_ff is four times
 * d_model.
 */
export const speed_tokens: readonly number[] = [1, 8, 32, 128];
export const speed_widths: readonly number[] = [128, 256, 512, 768];
/**
 * Weights of the toy network 8 → 32 → 8 that is compared with one of GPT-2's size: those of the
 * seed-42 example, or GPT-2's initialization.
 */
export const bridge_toys = ['notebook', 'gpt2'] as const;
/**
 * Datasets of the race between GELU and ReLU; `own`: drawn by the user or read from a file, not
 * part of the URL.
 */
export const race_data = [
  'sine',
  'step',
  'abs',
  'polynomial',
  'spiral',
  'circle',
  'xor',
  'own',
] as const satisfies (ToyDataKind | 'own')[];
export const race_widths: readonly number[] = [8, 16, 32, 64];
export const race_optimizers = ['adamw', 'sgd'] as const satisfies OptimizerKind[];

export const stages = ['input', 'linear1', 'activation', 'dropout', 'linear2', 'shortcut'] as const;
export type Stage = (typeof stages)[number];

/** The emphasized activation; the other one is dimmed. */
export const emphases = ['both', 'gelu', 'relu'] as const;
export type Emphasis = (typeof emphases)[number];

/** The differentiated scalar: one element of the output, or the sum of all. */
export const losses = ['element', 'sum'] as const;
export const deepest = 12;
export const fact_activations = ['gelu', 'relu'] as const satisfies ActivationKind[];
export type FactActivation = (typeof fact_activations)[number];
export const most_rewrites = 8;
/** Tensor in which a neuron of a model file is scaled: the hidden layer or the pre-activation. */
export const scale_sites = ['after_activation', 'before_activation'] as const;

export const teach_groups = ['controls', 'notes', 'guide', 'prose'] as const;
export type TeachGroup = (typeof teach_groups)[number];

export const parameters = {
  example: one_of('notebook_batch', example_names),
  edits: edit_list(most_edits, largest_edit),
  /** Token index, flattened over all leading dimensions; panels clamp it to the last token. */
  token: whole(0, 0, largest_index),
  gelu: one_of('gelu', gelu_kinds),
  /** Current stage of the forward-pass stepper; `all`: the stepper is not in use. */
  stage: one_of('all', ['all', ...stages]),
  x: decimal(-0.75, largest_x),
  zoom: flag(false),
  curves: some_of(['relu', 'gelu', 'gelu_tanh'], curve_kinds),
  /**
   * Brushed interval of pre-activations: the histograms highlight its elements before and after the
   * activation.
   */
  brush: interval(largest_x),
  threshold: one_of(0.01, thresholds),
  dropout: one_of(0.1, dropouts),
  dropout_placement: one_of('hidden', dropout_placements),
  dropout_passes: one_of(100, dropout_passes),
  /** Feature of the output, for the panels about one element. */
  feature: whole(0, 0, largest_index),
  /** d_model and bias of the network in the cost panel. */
  d_model: whole(768, 1, largest_d_model),
  bias: flag(true),
  /** Transformer block: placement of the norms, shortcuts, selected box. */
  block_norm: one_of('pre', block_norms),
  block_shortcuts: flag(true),
  block_box: one_of('feed_forward', block_boxes),
  speed_tokens: one_of(32, speed_tokens),
  speed_d_model: one_of(768, speed_widths),
  speed_mode: one_of('sustained', speed_modes),
  bridge_toy: one_of('notebook', bridge_toys),
  /** Race: settings of both runs, changes made during training, and the displayed step. */
  train_data: one_of<(typeof race_data)[number]>('sine', race_data),
  train_seed: whole(42, 0, 999_999_999),
  train_width: one_of(32, race_widths),
  train_optimizer: one_of('adamw', race_optimizers),
  train_lr: one_of(0.01, learning_rates),
  train_changes: change_list,
  train_step: whole(0, 0, last_step),
  /**
   * Curve that three networks are fitted to: its name, or its points if the reader has drawn it;
   * hidden units, and the displayed step.
   */
  fit_curve: one_of<(typeof fit_curves)[number]>('sine', fit_curves),
  fit_points: maybe({ read: read_curve, write: write_curve }),
  fit_width: one_of(16, fit_widths),
  fit_step: whole(fit_steps.last, 0, fit_steps.last),
  emphasis: one_of('both', emphases),
  loss: one_of('element', losses),
  /** Stack of blocks in the backward panel: number of blocks, placement of the norms. */
  depth: whole(deepest, 1, deepest),
  depth_norm: one_of('none', block_norms),
  /**
   * Facts: the sentence (undefined: the first in the page's language), the tokens asked instead,
   * what is switched on, which twin.
   */
  fact: maybe(whole(0, 0, largest_index)),
  fact_prompt: maybe(list('.', 32, whole(0, 0, largest_index))),
  fact_attention: flag(true),
  fact_network: flag(true),
  fact_activation: one_of('gelu', fact_activations),
  /**
   * The shown hidden unit (undefined: the one that holds most of the answer), and the number of
   * units silenced to forget a fact.
   */
  fact_unit: maybe(whole(0, 0, largest_index)),
  fact_unit_on: flag(true),
  fact_silenced: whole(0, 0, largest_index),
  fact_rewrites: rewrite_list(most_rewrites),
  /**
   * Model file: whether the generated sample is opened, the selected layer and neuron (undefined:
   * the strongest), and the neuron's scaling.
   */
  model: one_of('none', ['none', 'sample']),
  model_layer: whole(0, 0, largest_index),
  model_neuron: maybe(whole(0, 0, 999_999)),
  scale_by: decimal(0, largest_x),
  scale_site: one_of('after_activation', scale_sites),
  /** Groups that teacher mode hides; empty: teacher mode is off. */
  teach: some_of([], teach_groups),
  /** Panel to scroll to; unknown names are ignored. */
  panel: word(),
} as const;

export type ParameterName = keyof typeof parameters;
export type UrlState = { readonly [Name in ParameterName]: (typeof parameters)[Name]['initial'] };

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
/** Longer hashes are rejected: a hundred edits take about thirty characters each. */
const longest_hash = 4000;

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

/**
 * Returns what a link to the state leaves out: the user's own matrix and training data are no part
 * of the address.
 */
export const left_out = ({
  example,
  train_data,
}: Pick<UrlState, 'example' | 'train_data'>): readonly ('matrix' | 'data')[] => [
  ...(example === 'pasted' ? (['matrix'] as const) : []),
  ...(train_data === 'own' ? (['data'] as const) : []),
];

/** Returns the shortest hash that restores the state; empty for the initial state. */
export function write_hash(given: UrlState): string {
  // A pasted matrix is not part of the link, so its edits would be applied to a different matrix.
  const state: UrlState = given.example === 'pasted' ? { ...given, edits: [] } : given;
  const base = default_state(state.example);
  const written = (from: UrlState, name: ParameterName) => any_parameter(name).write(from[name]);
  const parts = parameter_names
    .filter(
      (name) => written(state, name) !== written(name === 'example' ? initial_state : base, name),
    )
    .map((name) => `${name}=${written(state, name)}`);
  return parts.length === 0 ? '' : `#v=${version}&${parts.join('&')}`;
}
