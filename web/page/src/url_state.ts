/**
 * The part of the state that an address carries: `#v=1&example=chapter&token=1&x=-0.75`. Pure: no signals, no location.
 * A new one is a line of `parameters`; the store makes a signal of it.
 */
import type { ActivationKind, DropoutPlacement, NormPlacement, OptimizerKind, ToyDataKind } from 'ffn-lab';
import { block_boxes, block_norms } from './core/block_boxes.ts';
import type { BlockBox } from './core/block_boxes.ts';
import { largest_edit, most_edits } from './core/edits.ts';
import { example_names, gelu_kinds, gelu_of_example } from './core/example_names.ts';
import type { ExampleName } from './core/example_names.ts';
import { decimal, edit_list, flag, interval, maybe_whole, one_of, some_of, whole, word } from './url_parameters.ts';
import { change_list, last_step, learning_rates } from './race_changes.ts';
import type { Parameter } from './url_parameters.ts';

export const largest_token = 9999;
export const largest_x = 1000;
export const largest_d_model = 65536;
export const dropouts: readonly number[] = [0, 0.1, 0.3, 0.5];
export const dropout_placements = ['hidden', 'output'] as const satisfies DropoutPlacement[];
export const dropout_passes: readonly number[] = [10, 100, 1000];
/** Drawn in this order: the forms that stand in for the exact one lie on top of it, so that all are seen. */
export const curve_kinds = ['relu', 'gelu', 'gelu_sigmoid', 'gelu_tanh'] as const satisfies ActivationKind[];
export type CurveKind = (typeof curve_kinds)[number];
export const thresholds: readonly number[] = [0.001, 0.01, 0.05, 0.1];

/** Sizes of the networks that are measured; d_ff is four times d_model. */
export const speed_tokens: readonly number[] = [1, 8, 32, 128];
export const speed_widths: readonly number[] = [128, 256, 512, 768];
/** How the toy network beside that of GPT-2's size begins: as in the notebook, or with GPT-2's small weights. */
export const bridge_toys = ['notebook', 'gpt2'] as const;
export type BridgeToy = (typeof bridge_toys)[number];
/** Data of the race; `own`: drawn by hand or read from a file, which stays with the reader. */
export const race_data = ['sine', 'step', 'abs', 'polynomial', 'spiral', 'circle', 'xor', 'own'] as const satisfies (ToyDataKind | 'own')[];
export const race_widths: readonly number[] = [8, 16, 32, 64];
export const race_optimizers = ['adamw', 'sgd'] as const satisfies OptimizerKind[];

export const stages = ['input', 'linear1', 'activation', 'dropout', 'linear2', 'shortcut'] as const;
export type Stage = (typeof stages)[number];

/** Which activation is looked at; the other one steps back. */
export const emphases = ['both', 'gelu', 'relu'] as const;
export type Emphasis = (typeof emphases)[number];

/** What is differentiated: one element of the output, or the sum of all. */
export const losses = ['element', 'sum'] as const;
export type LossKind = (typeof losses)[number];
export const deepest = 12;
/** Where a neuron of a model file is scaled. */
export const scale_sites = ['after_activation', 'before_activation'] as const;
export type ScaleSite = (typeof scale_sites)[number];

/** What teacher mode can hide. */
export const teach_groups = ['controls', 'notes', 'guide', 'prose'] as const;
export type TeachGroup = (typeof teach_groups)[number];

export const parameters = {
  example: one_of<ExampleName>('notebook_token', example_names),
  /** Numbers of the example's input and weights that were changed by hand. */
  edits: edit_list(most_edits, largest_edit),
  /** Counted over all leading dimensions; the panel takes the last one where there are fewer. */
  token: whole(0, 0, largest_token),
  gelu: one_of('gelu', gelu_kinds),
  /** How far the stepper of the forward pass has come; `all`: it is not in use. */
  stage: one_of<Stage | 'all'>('all', ['all', ...stages]),
  /** Where the cursor of the activation plots is. */
  x: decimal(-0.75, largest_x),
  zoom: flag(false),
  /** Of the activation plots; the sigmoid form is there for whoever asks for it. */
  curves: some_of<CurveKind>(['relu', 'gelu', 'gelu_tanh'], curve_kinds),
  /** Pre-activations that are followed through the activation. */
  brush: interval(largest_x),
  /** Below it a hidden activation counts as small. */
  threshold: one_of(0.01, thresholds),
  dropout: one_of(0.1, dropouts),
  dropout_placement: one_of<DropoutPlacement>('hidden', dropout_placements),
  dropout_passes: one_of(100, dropout_passes),
  /** Of the output, for the panels on one element. */
  feature: whole(0, 0, 9999),
  /** Of the network whose parameters are counted. */
  d_model: whole(768, 1, largest_d_model),
  bias: flag(true),
  /** Of the Transformer block: its norms, its shortcuts, and the box that is looked at. */
  block_norm: one_of<NormPlacement>('pre', block_norms),
  block_shortcuts: flag(true),
  block_box: one_of<BlockBox>('feed_forward', block_boxes),
  speed_tokens: one_of(32, speed_tokens),
  speed_d_model: one_of(768, speed_widths),
  bridge_toy: one_of<BridgeToy>('notebook', bridge_toys),
  /** The race: what both runs have in common, what was done to them on the way, and the step that is shown. */
  train_data: one_of<(typeof race_data)[number]>('sine', race_data),
  train_seed: whole(42, 0, 999_999_999),
  train_width: one_of(32, race_widths),
  train_optimizer: one_of<OptimizerKind>('adamw', race_optimizers),
  train_lr: one_of(0.01, learning_rates),
  train_changes: change_list(),
  train_step: whole(0, 0, last_step),
  emphasis: one_of<Emphasis>('both', emphases),
  /** Whose gradients are shown. */
  loss: one_of<LossKind>('element', losses),
  /** Of the stack of blocks through which the gradient goes back. */
  depth: whole(deepest, 1, deepest),
  depth_norm: one_of<NormPlacement>('none', block_norms),
  /** Of the model file: a made one that opens by itself, the layer and the neuron that are looked at (none: the strongest), and what is done to it. */
  model: one_of<'none' | 'sample'>('none', ['none', 'sample']),
  model_layer: whole(0, 0, 9999),
  model_neuron: maybe_whole(999_999),
  scale_by: decimal(0, largest_x),
  scale_site: one_of<ScaleSite>('after_activation', scale_sites),
  /** Hidden for projection, with figures in larger type; nothing is hidden outside teacher mode. */
  teach: some_of<TeachGroup>([], teach_groups),
  /** Where a link leads to; a panel that is not there leads nowhere. */
  panel: word(),
} as const;

type Parameters = typeof parameters;
export type ParameterName = keyof Parameters;
export type UrlState = { readonly [Name in ParameterName]: Parameters[Name] extends Parameter<infer Value> ? Value : never };

export const parameter_names = Object.keys(parameters) as ParameterName[];

/** The table, seen as one kind of parameter. */
const any_parameter = (name: ParameterName) => parameters[name] as Parameter<unknown>;

export interface ReadState {
  readonly state: UrlState;
  /** Something in the address was not understood; its default is used. */
  readonly refused: boolean;
}

const version = '1';
/** Longer ones are not ours: a hundred edits have some thirty characters each. */
const longest_hash = 4000;

/** The usual state of an example: its form of GELU belongs to it. */
export function default_state(example: ExampleName): UrlState {
  const initial = Object.fromEntries(parameter_names.map((name) => [name, parameters[name].initial])) as unknown as UrlState;
  return { ...initial, example, gelu: gelu_of_example[example] };
}

export const initial_state: UrlState = default_state(parameters.example.initial);

/** Any text at all gives a state; unknown keys and impossible values are left out. */
export function read_hash(hash: string): ReadState {
  const text = hash.replace(/^#/, '');
  // A plain word is the anchor of a section: no state at all.
  if (/^\w*$/.test(text)) return { state: initial_state, refused: false };
  const given = new URLSearchParams(text.length > longest_hash ? '' : text);
  if (given.get('v') !== version) return { state: initial_state, refused: true };
  const keys = Array.from(new Set(given.keys())).filter((key) => key !== 'v');
  const read = keys.flatMap((key) => {
    const value = Object.hasOwn(parameters, key) ? any_parameter(key as ParameterName).read(given.get(key) ?? '') : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  const known = Object.fromEntries(read) as Partial<UrlState>;
  return { state: { ...default_state(known.example ?? initial_state.example), ...known }, refused: read.length < keys.length };
}

/** The shortest hash that gives the state back; empty for the initial one. */
export function write_hash(given: UrlState): string {
  // A pasted matrix stays with the reader; in another's hands its edits would be made on another one.
  const state: UrlState = given.example === 'pasted' ? { ...given, edits: [] } : given;
  const base = default_state(state.example);
  const written = (from: UrlState, name: ParameterName) => any_parameter(name).write(from[name]);
  const parts = parameter_names
    .filter((name) => written(state, name) !== written(name === 'example' ? initial_state : base, name))
    .map((name) => `${name}=${written(state, name)}`);
  return parts.length === 0 ? '' : `#v=${version}&${parts.join('&')}`;
}
