/** Schemas of options: which values are read and checked, and that the types of objects follow. */
import { describe, expect, it } from 'vitest';
import type { FeedForwardSizes, TrainingSizes, TransformerBlockSizes } from 'ffn-lab';
import { FfnError } from 'ffn-lab';
import { behaviour_options, random_options } from '../../web/engine/dist/layers/network_options.js';
import type { OptionsOf } from '../../web/engine/dist/edge/schema.js';
import { make_network, option, read_options, required } from '../../web/engine/dist/edge/schema.js';
import { documented_options } from './documented_options.js';
import { expect_boolean, expect_name, expect_number } from '../../web/engine/dist/edge/validate.js';

const schema = {
  size: required(expect_number),
  kind: option(expect_name<'a' | 'b'>),
  flag: option(expect_boolean),
  count: option(expect_number),
};
interface Options extends OptionsOf<typeof schema> {}

function error_of(work: () => unknown): FfnError {
  try {
    work();
  } catch (error) {
    if (error instanceof FfnError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}

/** Fails to compile unless both are the same type. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function expect_true<Claim extends true>(claim?: Claim): void;

export function types(): void {
  expect_true<Same<Options['size'], number>>();
  expect_true<Same<Options['kind'], 'a' | 'b' | undefined>>();
  expect_true<
    Same<
      Required<Options>,
      {
        readonly size: number;
        readonly kind: 'a' | 'b' | undefined;
        readonly flag: boolean | undefined;
        readonly count: number | undefined;
      }
    >
  >();
  // @ts-expect-error: a required option is missing
  void ({ kind: 'a' } satisfies Options);
  // @ts-expect-error: no such name
  void ({ size: 1, kind: 'c' } satisfies Options);
  expect_true<Same<FeedForwardSizes['d_model'], number>>();
  expect_true<Same<TransformerBlockSizes['d_ff'], FeedForwardSizes['d_ff']>>();
  expect_true<Same<TrainingSizes['dropout_placement'], FeedForwardSizes['dropout_placement']>>();
}

describe('read_options', () => {
  it('returns the given values, and undefined for omitted options', () => {
    expect(read_options({ size: 3 }, schema)).toEqual({
      size: 3,
      kind: undefined,
      flag: undefined,
      count: undefined,
    });
    expect(read_options({ size: 3, kind: 'b', flag: true, count: 2 }, schema)).toEqual({
      size: 3,
      kind: 'b',
      flag: true,
      count: 2,
    });
  });

  it('reads each option once, also through getters and prototypes', () => {
    let reads = 0;
    class Settings {
      get size() {
        return ++reads;
      }
    }
    expect(read_options(new Settings(), schema).size).toBe(1);
    expect(reads).toBe(1);
  });

  it.each([
    [{}, 'invalid_type', 'size is undefined; expected a number'],
    [{ size: 1, flag: 0 }, 'invalid_type', 'flag is 0; expected true or false'],
    [{ size: 1, kind: null }, 'invalid_type', 'kind is null; expected a string'],
    [
      { size: 1, sizes: 2 },
      'invalid_argument',
      'a name in options is "sizes"; expected size, kind, flag, count',
    ],
    [[], 'invalid_type', 'options is an array of 0; expected an object'],
  ])('rejects %j', (given, code, message) => {
    const error = error_of(() => read_options(given, schema));
    expect([error.code, error.message]).toEqual([code, message]);
  });

  it('reports a getter that throws', () => {
    const given = {
      get size(): number {
        throw new Error('a trap');
      },
    };
    expect(error_of(() => read_options(given, schema)).code).toBe('invalid_type');
  });
});

describe('make_network', () => {
  const network = {
    behaviour: behaviour_options,
    random: random_options,
    weights: (value: unknown) => ({ weights: value }),
    sizes: ['d_model'],
  };
  const made: object[] = [];
  const deleted: object[] = [];
  const make = (read: object) => {
    const raw = { d_model: 4, delete: () => void deleted.push(raw) };
    made.push(read);
    return raw;
  };

  it('passes sizes only without weights', () => {
    make_network({ d_model: 4 }, network, make);
    expect(made.at(-1)).toEqual({
      activation: undefined,
      dropout: undefined,
      dropout_placement: undefined,
      d_model: 4,
      d_ff: undefined,
      bias: undefined,
      gated: undefined,
      init: undefined,
      seed: undefined,
    });
    make_network({ weights: 'given', dropout: 0.5 }, network, make);
    expect(made.at(-1)).toEqual({
      activation: undefined,
      dropout: 0.5,
      dropout_placement: undefined,
      weights: 'given',
    });
  });

  it('frees the network if a repeated size differs from that of the weights', () => {
    make_network({ weights: 'given', d_model: 4 }, network, make);
    expect(deleted).toHaveLength(0);
    const error = error_of(() => make_network({ weights: 'given', d_model: 5 }, network, make));
    expect(error.message).toBe('d_model is 5; expected 4, as in the weights');
    expect(deleted).toHaveLength(1);
  });
});

it('leaves a comment on every option in the declaration files', () => {
  expect(documented_options.length).toBeGreaterThan(400);
  expect(documented_options.filter(({ comment }) => comment === '')).toEqual([]);
});
