/**
 * Schemas of options objects. A schema is the only declaration of its options: the names and checks
 * that `read_options` uses, and through `OptionsOf` the type and the comments that editors show.
 * It has no defaults: an omitted option is passed to the core as undefined, and the C++ structs
 * have the defaults. A comment states them as "default …", which a test compares with the core's.
 */
import type { RawHandle } from './raw_module.js';
import { describe, wrong_value } from './describe.js';
import { expect_members, expect_options } from './validate.js';

/** Checks the type of a value. @throws FfnError `invalid_type` */
type Check<Value> = (name: string, value: unknown) => Value;

/** One option of the type `Given`. */
export interface Option<Given, Presence extends 'required' | 'optional'> {
  readonly presence: Presence;
  readonly check: Check<Given>;
}

export type Schema = Readonly<Record<string, Option<unknown, 'required' | 'optional'>>>;

/** Declares an option that must be given. */
export const required = <Given>(check: Check<Given>): Option<Given, 'required'> => ({
  presence: 'required',
  check,
});

/** Declares an option that may be omitted. */
export const option = <Given>(check: Check<Given>): Option<Given, 'optional'> => ({
  presence: 'optional',
  check,
});

type Given<Declared> = Declared extends Option<infer Type, 'required' | 'optional'> ? Type : never;

/**
 * The type of an options object. The mapped types preserve the comments and the order of the
 * schema. Declaration files lose comments of members that are spread from another file, so add
 * these schemas: `OptionsOf<typeof own & typeof width_option>`.
 */
export type OptionsOf<Options extends Schema> = {
  readonly [
    Name in keyof Options as Options[Name] extends Option<unknown, 'required'> ? Name : never
  ]: Given<Options[Name]>;
} & {
  readonly [
    Name in keyof Options as Options[Name] extends Option<unknown, 'optional'> ? Name : never
  ]?: Given<Options[Name]> | undefined;
};

/** The options after reading: undefined if they are omitted. */
export type Read<Options extends Schema> = {
  readonly [Name in keyof Options]: Given<Options[Name]> | undefined;
};

/** Returns the checked values of options. */
function checked<Options extends Schema>(
  schema: Options,
  given: Readonly<Record<string, unknown>>,
): Read<Options> {
  const read = Object.entries(schema).map(([name, { presence, check }]) => {
    const value = given[name];
    const is_omitted = value === undefined && presence === 'optional';
    return [name, is_omitted ? undefined : check(name, value)] as const;
  });
  return Object.fromEntries(read) as Read<Options>;
}

/**
 * Reads an options object, each option once.
 * @throws FfnError `invalid_type`; `invalid_argument` for an unknown name
 */
export function read_options<Options extends Schema>(
  given: object,
  schema: Options,
  argument = 'options',
): Read<Options> {
  return checked(schema, expect_options(argument, given, Object.keys(schema)));
}

/**
 * Reads members of an object of the caller, each once. Unlike options, the object may have others.
 * @throws FfnError `invalid_type`
 */
export function read_members<Members extends Schema>(
  argument: string,
  given: unknown,
  members: Members,
): Read<Members> {
  return checked(members, expect_members(argument, given, Object.keys(members)));
}

/** The options of a network with random or with given weights. */
export interface NetworkSchema {
  /** Options in both cases. */
  readonly behaviour: Schema;
  /** Options of a network with random weights. */
  readonly random: Schema;
  /** Options of a network with given weights, beside `weights`. */
  readonly given?: Schema;
  /** Reads the option `weights` and returns what the core receives. */
  readonly weights: (value: unknown) => object;
  /** The sizes that the weights determine; options may repeat them. */
  readonly sizes: readonly string[];
}

/**
 * Returns the options of a network, each read once; their values are not checked. @throws FfnError
 * as `read_options`
 */
export function network_options(
  options: unknown,
  { behaviour, random, given }: NetworkSchema,
): Readonly<Record<string, unknown>> {
  const known = [...Object.keys({ ...behaviour, ...random, ...given }), 'weights'];
  return expect_options('options', options, known);
}

/**
 * Reads the options of a network and returns the object that `make` creates from them.
 * @throws FfnError as `read_options`, and `invalid_argument` for a size that the weights
 * contradict; then the object is freed
 */
export function make_network<Raw extends RawHandle>(
  options: object | undefined,
  schema: NetworkSchema,
  make: (read: object) => Raw,
): Raw {
  const { behaviour, random, given, weights, sizes } = schema;
  const all = network_options(options, schema);
  if (all.weights === undefined) return make(checked({ ...behaviour, ...random }, all));
  const raw = make({ ...checked({ ...behaviour, ...given }, all), ...weights(all.weights) });
  const other = sizes.find(
    (name) => all[name] !== undefined && all[name] !== raw[name as keyof Raw],
  );
  if (other === undefined) return raw;
  const actual = String(raw[other as keyof Raw]);
  raw.delete();
  throw wrong_value(other, describe(all[other]), `${actual}, as in the weights`);
}
