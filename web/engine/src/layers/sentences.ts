/** Sentences as lists of token numbers, and the parts of a model that a pass leaves out. */
import {
  expect_boolean,
  expect_labels,
  expect_list,
  option,
  type OptionsOf,
  read_options,
} from '../edge/index.js';

/**
 * A sentence, or its beginning (a prompt): one number for each token, its index in the vocabulary,
 * from 0 to n_vocab − 1. The package knows only these numbers; the texts of the tokens are the
 * caller's.
 */
export type Sentence = Int32Array | readonly number[];

/** @internal Sentences for the core: all tokens, and the length of each sentence. */
export interface SentenceList {
  readonly tokens: readonly number[];
  readonly lengths: readonly number[];
}

/** @internal Checks the type of one sentence. @throws FfnError `invalid_type` */
export const expect_sentence = (argument: string, value: unknown): readonly number[] => [
  ...expect_labels(argument, value),
];

/** @internal Checks the types of several sentences. @throws FfnError `invalid_type` */
export function expect_sentences(argument: string, value: unknown): SentenceList {
  const sentences = expect_list(argument, value, 'an array of sentences').map((item, i) =>
    expect_sentence(`${argument}.${i}`, item),
  );
  return { tokens: sentences.flat(), lengths: sentences.map(({ length }) => length) };
}

/** Indices of hidden units. */
export type Indices = Int32Array | readonly number[];

const switch_options = {
  /** Whether attention adds its output; default true. */
  attention: option(expect_boolean),
  /** Whether the feed-forward network adds its output; default true. */
  feed_forward: option(expect_boolean),
  /** Hidden units of the feed-forward network whose activations are set to 0; default: none. */
  silenced: option<Indices>(expect_labels),
};

/**
 * The parts of one Transformer block that a pass leaves out. A part that is switched off
 * contributes 0; its shortcut stays.
 */
export interface BlockSwitches extends OptionsOf<typeof switch_options> {}

const expect_switches = (argument: string, value: unknown): readonly BlockSwitches[] =>
  expect_list(argument, value, 'an array of switches, one for each block').map(
    (item, i) => read_options(item as object, switch_options, `${argument}.${i}`) as BlockSwitches,
  );

export const switches_option = {
  /** The parts to leave out, one object for each block; default: nothing is left out. */
  switches: option(expect_switches),
};

/** Options of passes in which parts of the model can be switched off. */
export interface SwitchOptions extends OptionsOf<typeof switches_option> {}
