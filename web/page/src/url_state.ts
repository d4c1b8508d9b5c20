/** The part of the state that an address carries: `#v=1&example=chapter&token=1&x=-0.75`. Pure: no signals, no location. */
import type { DropoutPlacement } from 'ffn-lab';
import { example_names, gelu_kinds, gelu_of_example } from './core/example_names.ts';
import type { ExampleName, GeluKind } from './core/example_names.ts';

export interface UrlState {
  readonly example: ExampleName;
  /** Counted over all leading dimensions; the panel takes the last one where there are fewer. */
  readonly token: number;
  readonly gelu: GeluKind;
  /** Where the cursor of the activation plots is. */
  readonly x: number;
  readonly zoom: boolean;
  /** Below it a hidden activation counts as small. */
  readonly threshold: number;
  readonly dropout: number;
  readonly dropout_placement: DropoutPlacement;
  readonly dropout_passes: number;
  /** Of the output, for the panels on one element. */
  readonly feature: number;
  /** Of the network whose parameters are counted. */
  readonly d_model: number;
  readonly bias: boolean;
}

export const initial_state: UrlState = {
  example: 'notebook_token',
  token: 0,
  gelu: 'gelu',
  x: -0.75,
  zoom: false,
  threshold: 0.01,
  dropout: 0.1,
  dropout_placement: 'hidden',
  dropout_passes: 100,
  feature: 0,
  d_model: 768,
  bias: true,
};

export interface ReadState {
  readonly state: UrlState;
  /** Something in the address was not understood; its default is used. */
  readonly refused: boolean;
}

const version = '1';
/** Longer ones are not ours. */
const longest_hash = 300;
export const largest_token = 9999;
export const largest_x = 1000;
export const largest_d_model = 65536;
export const dropouts: readonly number[] = [0, 0.1, 0.3, 0.5];
export const dropout_placements = ['hidden', 'output'] as const satisfies DropoutPlacement[];
export const dropout_passes: readonly number[] = [10, 100, 1000];
export const thresholds: readonly number[] = [0.001, 0.01, 0.05, 0.1];

type Readers = { readonly [Key in keyof UrlState]: (text: string) => UrlState[Key] | undefined };

function read_integer(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

function read_decimal(text: string): number | undefined {
  const value = /^-?\d{1,4}(?:\.\d{1,9})?$/.test(text) ? Number(text) : NaN;
  return Math.abs(value) <= largest_x ? value : undefined;
}

function read_flag(text: string): boolean | undefined {
  return text === '1' ? true : text === '0' ? false : undefined;
}

function read_d_model(text: string): number | undefined {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= largest_d_model ? value : undefined;
}

const readers: Readers = {
  example: (text) => example_names.find((name) => name === text),
  token: read_integer,
  gelu: (text) => gelu_kinds.find((kind) => kind === text),
  x: read_decimal,
  zoom: read_flag,
  dropout: (text) => dropouts.find((p) => String(p) === text),
  dropout_placement: (text) => dropout_placements.find((name) => name === text),
  dropout_passes: (text) => dropout_passes.find((passes) => String(passes) === text),
  feature: read_integer,
  threshold: (text) => thresholds.find((threshold) => String(threshold) === text),
  d_model: read_d_model,
  bias: read_flag,
};

function defaults(example: ExampleName): UrlState {
  return { ...initial_state, example, gelu: gelu_of_example[example] };
}

/** Any text at all gives a state; unknown keys and impossible values are left out. */
export function read_hash(hash: string): ReadState {
  const text = hash.replace(/^#/, '');
  // A plain word is the anchor of a section: no state at all.
  if (/^\w*$/.test(text)) return { state: initial_state, refused: false };
  const given = new URLSearchParams(text.length > longest_hash ? '' : text);
  if (given.get('v') !== version) return { state: initial_state, refused: true };
  const read = <Key extends keyof UrlState>(key: Key): UrlState[Key] | undefined => {
    const value = given.get(key);
    return value === null ? undefined : readers[key](value);
  };
  const base = defaults(read('example') ?? initial_state.example);
  const state: UrlState = {
    example: base.example,
    token: read('token') ?? base.token,
    gelu: read('gelu') ?? base.gelu,
    x: read('x') ?? base.x,
    zoom: read('zoom') ?? base.zoom,
    threshold: read('threshold') ?? base.threshold,
    dropout: read('dropout') ?? base.dropout,
    dropout_placement: read('dropout_placement') ?? base.dropout_placement,
    dropout_passes: read('dropout_passes') ?? base.dropout_passes,
    feature: read('feature') ?? base.feature,
    d_model: read('d_model') ?? base.d_model,
    bias: read('bias') ?? base.bias,
  };
  const keys = Array.from(given.keys()).filter((key) => key !== 'v');
  const refused = keys.some((key) => !Object.hasOwn(readers, key) || read(key as keyof UrlState) === undefined);
  return { state, refused };
}

/** The shortest hash that gives the state back; empty for the initial one. */
export function write_hash(state: UrlState): string {
  const base = defaults(state.example);
  const parts = Object.entries({
    example: state.example === initial_state.example ? '' : state.example,
    token: state.token === base.token ? '' : String(state.token),
    gelu: state.gelu === base.gelu ? '' : state.gelu,
    x: state.x === base.x ? '' : write_decimal(state.x),
    zoom: state.zoom ? '1' : '',
    dropout: state.dropout === base.dropout ? '' : String(state.dropout),
    dropout_placement: state.dropout_placement === base.dropout_placement ? '' : state.dropout_placement,
    dropout_passes: state.dropout_passes === base.dropout_passes ? '' : String(state.dropout_passes),
    feature: state.feature === base.feature ? '' : String(state.feature),
    threshold: state.threshold === base.threshold ? '' : String(state.threshold),
    d_model: state.d_model === base.d_model ? '' : String(state.d_model),
    bias: state.bias ? '' : '0',
  }).filter(([, text]) => text !== '');
  return parts.length === 0 ? '' : `#v=${version}&${parts.map(([key, text]) => `${key}=${text}`).join('&')}`;
}

/** Point as decimal sign and no exponent, whatever the language. */
function write_decimal(value: number): string {
  return value.toFixed(9).replace(/\.?0+$/, '');
}
