/** The part of the state that an address carries: `#v=1&example=chapter&token=1&x=-0.75`. Pure: no signals, no location. */
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
}

export const initial_state: UrlState = { example: 'notebook_token', token: 0, gelu: 'gelu', x: -0.75, zoom: false };

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

type Readers = { readonly [Key in keyof UrlState]: (text: string) => UrlState[Key] | undefined };

function read_integer(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

function read_decimal(text: string): number | undefined {
  const value = /^-?\d{1,4}(?:\.\d{1,9})?$/.test(text) ? Number(text) : NaN;
  return Math.abs(value) <= largest_x ? value : undefined;
}

const readers: Readers = {
  example: (text) => example_names.find((name) => name === text),
  token: read_integer,
  gelu: (text) => gelu_kinds.find((kind) => kind === text),
  x: read_decimal,
  zoom: (text) => (text === '1' ? true : text === '0' ? false : undefined),
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
  }).filter(([, text]) => text !== '');
  return parts.length === 0 ? '' : `#v=${version}&${parts.map(([key, text]) => `${key}=${text}`).join('&')}`;
}

/** Point as decimal sign and no exponent, whatever the language. */
function write_decimal(value: number): string {
  return value.toFixed(9).replace(/\.?0+$/, '');
}
