/**
 * Calls every public method with invalid arguments: each must throw an FfnError with the right code
 * that names the argument, or be listed as valid, and leave the module usable.
 */
import { describe, expect, it } from 'vitest';
import * as api from 'ffn-lab';
import { misuses } from './misuse.js';
import type { InvalidObjects, Misuse } from './misuse.js';
import { same_bits } from './pool_workers.js';
import { dispose_of, Given, kinds, member_of } from './uses.js';
import type { Kind, Member } from './uses.js';

const lab = await api.load();
const other_lab = await api.load();
const { x } = new Given(lab);
const witness = lab.FeedForward({ d_model: 4, seed: 5 });
const bits = witness.forward(x);

/** Names of arguments under which the core reports a part of another. */
const other_names: Readonly<Record<string, readonly string[]>> = {
  attention_dropout: ['dropout'],
  feed_forward_dropout: ['dropout'],
  weight: ['w1', 'w2'], // of state dicts
  bias: ['b1', 'b2'],
  ratios: ['ratio'],
  percentiles: ['percents'],
  range: ['low', 'high'],
  low: ['high'],
  batch: ['x'],
  seq_len: ['x'],
};

/** Returns whether an error names the replaced argument or an object that it is part of. */
function is_named({ argument = '' }: api.FfnError, path: readonly string[]): boolean {
  const names = path.filter((name) => !/^(\d+|data|shape)$/.test(name));
  const known = names.flatMap((name) => [name, ...(other_names[name.replace(/^.*\./, '')] ?? [])]);
  return names.length === 0 || known.some((name) => argument.includes(name));
}

/** Returns a problem of an error, or undefined if it is the FfnError of this misuse. */
function problem_of(error: unknown, misuse?: Misuse): string | undefined {
  if (!(error instanceof api.FfnError)) return `throws ${String(error)}`;
  const { code, argument, value, expected, message } = error;
  if (code === 'internal' || code === 'out_of_memory') return `has code ${code}: ${message}`;
  if (code !== 'invalid_type' && code !== 'invalid_argument') return undefined;
  if (misuse?.code !== undefined && code !== misuse.code) return `has code ${code}: ${message}`;
  if (misuse?.code !== undefined && !is_named(error, misuse.path)) return `names ${argument}`;
  return message === `${argument} is ${value}; expected ${expected}`
    ? undefined
    : `has the message "${message}"`;
}

/**
 * Returns the names of an object's methods, getters and setters (as `set NAME`), without the member
 * that nobody calls (tests/engine/posted.test.ts).
 */
function members_of(subject: object): Set<string> {
  const names = new Set<string>();
  for (
    let level = subject;
    level !== Object.prototype;
    level = Object.getPrototypeOf(level) as object
  ) {
    for (const key of Reflect.ownKeys(level)) {
      const member = Object.getOwnPropertyDescriptor(level, key) as PropertyDescriptor;
      const name = key === Symbol.dispose ? 'Symbol.dispose' : String(key);
      if (key !== 'constructor' && ('get' in member || typeof member.value === 'function'))
        names.add(name);
      if ('set' in member && member.set !== undefined) names.add(`set ${name}`);
    }
  }
  names.delete('cannot_be_posted');
  return names;
}

async function settled(
  work: () => unknown,
): Promise<{ readonly error?: unknown; readonly value?: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

function disposed<Thing extends Disposable>(thing: Thing): Thing {
  thing[Symbol.dispose]();
  return thing;
}

const invalid_objects: InvalidObjects = (value) => {
  if (value instanceof api.FeedForward) {
    const sizes = { d_model: value.d_model, d_ff: value.d_ff };
    return [
      ['disposed', disposed(lab.FeedForward(sizes))],
      ['of another lab', other_lab.FeedForward(sizes)],
    ];
  }
  if (value instanceof api.LanguageModel) {
    const { n_vocab, n_positions, n_layers, d_model, n_heads, d_ff } = value;
    const sizes = { n_vocab, n_positions, n_layers, d_model, n_heads, d_ff };
    return [
      ['disposed', disposed(lab.LanguageModel(sizes))],
      ['of another lab', other_lab.LanguageModel(sizes)],
    ];
  }
  if (!(value instanceof api.RandomState)) return [];
  return [
    ['disposed', disposed(lab.RandomState())],
    ['of another lab', other_lab.RandomState()],
  ];
};

/**
 * Returns the problems of all misuses of one list of arguments. `is_listed` returns whether an
 * accepted misuse is listed as valid.
 */
async function try_misuses(
  subject: object,
  { call }: Member,
  valid: readonly unknown[],
  is_listed: (name: string) => boolean,
): Promise<string[]> {
  const problems: string[] = [];
  for (const misuse of misuses(valid, invalid_objects)) {
    const { name, args } = misuse;
    const { value, error } = await settled(() => call(subject, args));
    if (value !== subject) dispose_of(value);
    const problem = error === undefined ? undefined : problem_of(error, misuse);
    if (problem !== undefined) problems.push(`${name} ${problem}`);
    if (error === undefined && !is_listed(name)) problems.push(`${name} is accepted`);
    if (!same_bits(witness.forward(x), bits)) problems.push(`${name} corrupts the module`);
  }
  return problems;
}

/** Returns the problems of a member with misuses; empty if there are none. */
async function problems_of(member: Member): Promise<string[]> {
  const { kind, use, call, name } = member;
  const own_lab = /^Lab.*ispose$/.test(name) ? await api.load() : lab;
  using given = new Given(own_lab);
  const subject = await kind.make(given);
  const { accepts = [] } = use;
  const unused = new Set(accepts);
  const is_listed = (misuse: string) => {
    const rules = accepts.filter((rule) =>
      typeof rule === 'string' ? rule === misuse : rule.test(misuse),
    );
    for (const rule of rules) unused.delete(rule);
    return rules.length > 0;
  };
  const problems: string[] = [];
  for (const valid of use.args(given, subject)) {
    const { value, error } = await settled(() => call(subject, valid));
    if (error !== undefined)
      problems.push(`valid arguments: ${error instanceof Error ? error.message : typeof error}`);
    if ('gives' in use) expect(value, 'the result').toEqual(use.gives);
    if (value !== subject) dispose_of(value);
    problems.push(...(await try_misuses(subject, member, valid, is_listed)));
  }
  if (subject !== lab) dispose_of(subject);
  return [
    ...problems,
    ...[...unused].map((rule) => `${String(rule)} is listed as valid but never accepted`),
  ];
}

/** Returns the problems of all members of an object that is disposed, or whose lab is. */
async function problems_after_dispose(kind: Kind, whose: 'own' | 'lab'): Promise<string[]> {
  const own_lab = await api.load();
  const given = new Given(own_lab);
  const subject = await kind.make(given);
  const members = Object.keys(kind.uses).map((name) => member_of(kind, name));
  const lists = members.map(({ use }) => use.args(given, subject));
  disposed(disposed((whose === 'own' ? subject : own_lab) as Disposable));
  const problems: string[] = [];
  for (const [at, { name, use, call }] of members.entries()) {
    for (const valid of lists[at] ?? []) {
      const { error } = await settled(() => call(subject, valid));
      const code = error instanceof Error && 'code' in error ? error.code : typeof error;
      if (code !== (use.after_dispose ? 'undefined' : 'disposed'))
        problems.push(`${name}: ${String(code)}`);
    }
  }
  return problems;
}

it('covers every class and function of the package', () => {
  const others = ['FfnError', 'Network']; // the error class and the base class of networks
  const exported = Object.entries(api).filter(([, value]) => typeof value === 'function');
  expect(exported.map(([name]) => name).sort()).toEqual(
    [...kinds.map(({ name }) => name), ...others].sort(),
  );
});

describe.each(kinds)('misuse of $name', (kind) => {
  const names = Object.keys(kind.uses);

  // Members that are not documented, such as access to the C++ objects, would be listed here, too.
  it('covers every member', async () => {
    using given = new Given(lab);
    const subject = await kind.make(given);
    expect([...members_of(subject)].sort()).toEqual([...names].sort());
    if (subject !== lab) dispose_of(subject);
  });

  it.each(names)('%s: rejected or listed as valid', async (name) => {
    expect(await problems_of(member_of(kind, name))).toEqual([]);
  });

  it.skipIf(kind.never_disposed)('after its disposal', async () => {
    expect(await problems_after_dispose(kind, 'own')).toEqual([]);
  });

  it.skipIf(kind.never_disposed)('after disposal of its lab', async () => {
    expect(await problems_after_dispose(kind, 'lab')).toEqual([]);
  });
});
