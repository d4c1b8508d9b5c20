/**
 * Opens a file of every family of models in tests/golden/families, whose names, shapes, types and
 * configurations are published ones, and compares the networks with PyTorch's outputs.
 */
import { load } from 'ffn-lab';
import type { Checkpoint, FeedForwardTable } from 'ffn-lab';
import { describe, expect, it } from 'vitest';
import {
  families,
  most_roundings,
  open_family,
  roundings_from_torch,
  stack_options,
} from '../golden/families.mjs';
import type { Family, FamilyStack } from '../golden/families.mjs';
import { error_of } from './checkpoint_files.js';

const lab = await load();

const opened = families.filter(({ refused }) => refused === undefined);
const refused = families.filter((family) => family.refused !== undefined);

/** The facts of a stack that do not depend on the configuration. */
function facts({ name, gated, fused, order_told, d_model, d_ff, layers }: FamilyStack) {
  const order = order_told === true ? 'unknown' : fused;
  return { name, gated, fused: order, d_model, d_ff, layers: [...layers] };
}

function found(file: Checkpoint) {
  return file.feed_forward_tables().map(({ name, gated, fused, d_model, d_ff, layers }) => ({
    name,
    gated,
    fused,
    d_model,
    d_ff,
    layers: layers.map(({ number }) => number),
  }));
}

function sorted(stacks: readonly FamilyStack[]): FamilyStack[] {
  return [...stacks].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function table_of(file: Checkpoint, stack: FamilyStack): FeedForwardTable {
  const table = file.feed_forward_table({ stack: stack.name });
  if (table === undefined) throw new Error(`no stack ${stack.name}`);
  return table;
}

/** Says whether the file says the activation, alone or with the configuration. */
function decided(stack: FamilyStack, with_config: boolean): boolean {
  return stack.decided_by === 'config' ? with_config : stack.decided_by !== 'caller';
}

/** Returns what the table must name: a configuration, if one is given, precedes the names. */
function expected_source(stack: FamilyStack, family: Family, with_config: boolean) {
  return with_config && family.config !== undefined ? 'config' : stack.decided_by;
}

async function check_order(file: Checkpoint, stack: FamilyStack) {
  if (stack.order_told !== true) return;
  const options = { stack: stack.name, activation: stack.activation };
  const { message } = await error_of(file.feed_forward(stack.layers[0] as number, options));
  expect(message).toContain('fused is left out; expected "activation_first" or "activation_last"');
}

async function check_stack(
  file: Checkpoint,
  family: Family,
  stack: FamilyStack,
  with_config: boolean,
) {
  const { activation, activation_from } = table_of(file, stack);
  if (decided(stack, with_config)) {
    expect([activation, activation_from]).toEqual([
      stack.activation,
      expected_source(stack, family, with_config),
    ]);
    expect(await roundings_from_torch(file, stack)).toBeLessThan(most_roundings);
    return;
  }
  expect(activation).toBeUndefined();
  const undecided = file.feed_forward(stack.layers[0] as number, stack_options(stack));
  const { message } = await error_of(undecided);
  expect(message).toContain('the option "activation" or the model\'s config.json in the option');
  await check_order(file, stack);
  expect(await roundings_from_torch(file, stack, stack.activation)).toBeLessThan(most_roundings);
}

describe.each(opened.map((family) => [family.name, family] as const))('%s', (_name, family) => {
  it.each([
    ['without a configuration', false],
    ['with its configuration', true],
  ])('opens right %s', async (_how, with_config) => {
    using file = await open_family(lab, family, with_config);
    const stacks = sorted(family.stacks);
    expect(found(file)).toEqual(stacks.map(facts));
    for (const stack of stacks) await check_stack(file, family, stack, with_config);
  });
});

it.each(refused.map((family) => [family.name, family] as const))(
  'refuses %s by name',
  async (_name, family: Family) => {
    using file = await open_family(lab, family, true);
    expect(file.feed_forward_tables()).toEqual([]);
    const { message } = await error_of(file.feed_forward(0));
    for (const part of family.refused ?? []) expect(message).toContain(part);
  },
);
