/** Every public method called wrongly in every way: an FfnError that says what is wrong, or documented; and the module goes on. */
import { describe, expect, it } from 'vitest';
import * as api from 'ffn-lab';
import { misuses } from './misuse.js';
import type { Strangers } from './misuse.js';
import { kinds } from './misuse_objects.js';
import type { Kind } from './misuse_objects.js';
import { x } from './misuse_table.js';
import type { Use } from './misuse_table.js';
import { same_bits } from './pool_workers.js';

const lab = await api.load();
const other_lab = await api.load({ parts: [] });
const witness = lab.FeedForward({ d_model: 4, seed: 5 });
const bits = witness.forward(x);

/** What an error must be like, or what is wrong with it. */
function fault_of(error: unknown): string | undefined {
  if (!(error instanceof api.FfnError)) return `throws ${String(error)}`;
  const { code, argument, value, expected, message } = error;
  if (code === 'internal' || code === 'out_of_memory' || code === 'not_loaded') return `has code ${code}: ${message}`;
  if (code !== 'invalid_type' && code !== 'invalid_argument') return undefined;
  return message === `${argument} is ${value}; expected ${expected}` ? undefined : `says "${message}"`;
}

/** A method, getter or setter of an object, whatever it is, to be called with arguments. */
type Call = (subject: object, args: readonly unknown[]) => unknown;

function call_of(name: string): Call {
  if (name.startsWith('set ')) return (subject, [value]) => Reflect.set(subject, name.slice(4), value);
  const key = name === 'Symbol.dispose' ? Symbol.dispose : name;
  return (subject, args) => {
    const found = Reflect.get(subject, key) as unknown;
    return typeof found === 'function' ? (Reflect.apply(found, subject, args) as unknown) : found;
  };
}

/** Names of everything that an object of that class can be asked: methods, getters, and setters as `set NAME`. */
function members_of(type: { readonly prototype: object }): Set<string> {
  const names = new Set<string>();
  for (let level = type.prototype; level !== Object.prototype; level = Object.getPrototypeOf(level) as object) {
    for (const key of Reflect.ownKeys(level)) {
      const member = Object.getOwnPropertyDescriptor(level, key) as PropertyDescriptor;
      const name = key === Symbol.dispose ? 'Symbol.dispose' : String(key);
      if (key !== 'constructor' && ('get' in member || typeof member.value === 'function')) names.add(name);
      if ('set' in member && member.set !== undefined) names.add(`set ${name}`);
    }
  }
  return names;
}

async function settled(work: () => unknown): Promise<{ readonly error?: unknown; readonly value?: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

/** Of what a call has made. */
function dispose_of(value: unknown): void {
  for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (typeof (item as Partial<Disposable> | null)?.[Symbol.dispose] === 'function') (item as Disposable)[Symbol.dispose]();
  }
}

function disposed<Thing extends Disposable>(thing: Thing): Thing {
  thing[Symbol.dispose]();
  return thing;
}

const strangers: Strangers = (value) => {
  if (value instanceof api.FeedForward) {
    const sizes = { d_model: value.d_model, d_ff: value.d_ff };
    return [
      ['disposed', disposed(lab.FeedForward(sizes))],
      ['of another lab', other_lab.FeedForward(sizes)],
    ];
  }
  if (!(value instanceof api.RandomState)) return [];
  return [
    ['disposed', disposed(lab.RandomState())],
    ['of another lab', other_lab.RandomState()],
  ];
};

/** Tells what is wrong with the ways in which one list of arguments can be misused; calls `taken` for what is no misuse. */
async function try_misuses(subject: object, call: Call, valid: readonly unknown[], taken: (name: string) => boolean): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, args } of misuses(valid, strangers)) {
    const { value, error } = await settled(() => call(subject, args));
    if (value !== subject) dispose_of(value);
    const fault = error === undefined ? undefined : fault_of(error);
    if (fault !== undefined) faults.push(`${name} ${fault}`);
    if (error === undefined && !taken(name)) faults.push(`${name} is taken`);
    if (!same_bits(witness.forward(x), bits)) faults.push(`${name} spoils the module`);
  }
  return faults;
}

/** What is wrong with how a member takes misuses; empty when nothing is. */
async function faults_of(kind: Kind, name: string, { args, accepts = [] }: Use<never>): Promise<string[]> {
  const subject = await kind.make(lab);
  const call = call_of(name);
  const unused = new Set(accepts);
  const taken = (misuse: string) => {
    const rules = accepts.filter((rule) => (typeof rule === 'string' ? rule === misuse : rule.test(misuse)));
    for (const rule of rules) unused.delete(rule);
    return rules.length > 0;
  };
  const faults: string[] = [];
  for (const valid of args(subject as never, lab)) {
    const { value, error } = await settled(() => call(subject, valid));
    if (error !== undefined) faults.push(`valid arguments: ${error instanceof Error ? error.message : typeof error}`);
    if (value !== subject) dispose_of(value);
    faults.push(...(await try_misuses(subject, call, valid, taken)));
  }
  dispose_of(subject);
  return [...faults, ...[...unused].map((rule) => `${String(rule)} is listed and never taken`)];
}

/** What is wrong with how a member of a disposed object answers. */
async function faults_after_dispose(kind: Kind, name: string, { args, after_dispose }: Use<never>): Promise<string[]> {
  const faults: string[] = [];
  for (const whose of ['its own', "its lab's"] as const) {
    const own_lab = await api.load();
    const subject = kind.type === api.Lab ? own_lab : await kind.make(own_lab);
    const lists = args(subject as never, own_lab);
    disposed(disposed((whose === 'its own' ? subject : own_lab) as Disposable));
    for (const valid of lists) {
      const { error } = await settled(() => call_of(name)(subject, valid));
      const code = error instanceof Error && 'code' in error ? error.code : typeof error;
      if (code !== (after_dispose ? 'undefined' : 'disposed')) faults.push(`after ${whose} disposal: ${String(code)}`);
    }
  }
  return faults;
}

it('knows every class and function of the package', () => {
  const others = ['FfnError', 'Network']; // what is thrown, and what all networks inherit
  expect(Object.keys(api).sort()).toEqual([...kinds.map(({ name }) => name), ...others].sort());
});

describe.each(kinds)('misuse of $name', (kind) => {
  const names = Object.keys(kind.uses);

  it('is tried on every member', () => {
    expect([...members_of(kind.type)].filter((name) => !kind.internal.includes(name)).sort()).toEqual([...names].sort());
  });

  it.each(names)('%s: refused, or documented', async (name) => {
    expect(await faults_of(kind, name, kind.uses[name] as Use<never>)).toEqual([]);
  });

  it.each(kind.never_disposed ? [] : names)('%s: after disposal', async (name) => {
    expect(await faults_after_dispose(kind, name, kind.uses[name] as Use<never>)).toEqual([]);
  });
});
