/**
 * Each recipe of the step `checkpoint`, run as its worker runs it, and its program, run as a user
 * of the package runs it, give the same bits.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'ffn-lab';
import type { Lab } from 'ffn-lab';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileNames, OfFile } from '../../web/page/src/steps/checkpoint/file_session.ts';
import type { Input, PassState } from '../../web/page/src/steps/checkpoint/inputs.ts';
import { narrow } from '../../web/page/src/steps/checkpoint/narrow.ts';
import type * as recipe from '../../web/page/src/steps/checkpoint/recipe.ts';
import type * as token_recipe from '../../web/page/src/steps/checkpoint/token_recipe.ts';
import { step_recipes } from './step_recipes.ts';

const lab: Lab = await load();
afterAll(() => lab.dispose());

type Recipes = typeof recipe & Pick<typeof token_recipe, 'text' | 'vocabulary'>;
const { value_of, program, computed } = await step_recipes<Recipes>(lab, 'checkpoint', {
  files: ['recipe.ts', 'token_recipe.ts'],
  narrow,
});

const stack = 'h.*.mlp';
const sample: FileNames = { id: 1, sample: true, files: ['random.safetensors'] };
await value_of('opened', { id: 1, source: 'sample' });

/** Expects that the program of a recipe computes the whole value that the worker does. */
async function expect_program<Name extends keyof Recipes>(
  name: Name,
  state: Parameters<Recipes[Name]>[1] & OfFile,
): Promise<void> {
  const value = await value_of(name, state as never);
  expect(await computed(name, state, value)).toEqual(value);
}

const row = Float32Array.from({ length: 64 }, (_, feature) => (feature % 3) / 7 - 0.25);
const inputs: readonly Input[] = [
  { kind: 'captured', tokens: 16, seed: 7 },
  { kind: 'random', tokens: 5, seed: 3 },
  { kind: 'pasted', tensor: { data: row, shape: [1, 64] } },
  { kind: 'tokens', ids: [3, 255, 17] },
];
const neurons = [17, 0, 200];

/** Runs all recipes of one network. */
async function expect_layer(state: OfFile & PassState, last = 200): Promise<void> {
  await expect_program('network', state);
  await expect_program('sparsity', state);
  for (const token of [undefined, 0]) await expect_program('ranking', { ...state, token });
  await expect_program('neuron', { ...state, neuron: last, token: 0 });
  await expect_program('ablation', {
    ...state,
    neurons: neurons.filter((one) => one <= last),
    factor: -0.5,
    site: 'before_activation',
  });
  const others = (['relu', 'silu'] as const).filter((kind) => kind !== state.activation);
  await expect_program('variants', { ...state, others });
}

describe('the random file', () => {
  it.each(inputs)('has the same numbers in the worker and in programs: $kind', async (input) => {
    const of = { file: sample, stack, layout: 'in_out', input } as const;
    await expect_layer({ ...of, layer: 2, activation: 'gelu_tanh' });
    await expect_layer({ ...of, layer: 0, activation: 'relu' });
  });

  it('has the same shares in each layer, which are reported one after the other', async () => {
    const state = {
      file: sample,
      stack,
      layout: 'in_out',
      activation: 'gelu_tanh',
      input: inputs[0]!,
    } as const;
    const reports: unknown[] = [];
    const layers = await value_of('profile', state, { on_report: (now) => reports.push(now) });
    expect(layers).toHaveLength(4);
    expect(reports).toMatchObject(
      [1, 2, 3, 4].map((done) => ({ done, of: 4, value: layers.slice(0, done) })),
    );
    for (const [layer, { small }] of layers.entries()) {
      const path = `${layer}.small.3`;
      expect(await computed('profile', state, layers, path)).toEqual({ small });
      expect(program('profile', state, layers, path)).toContain('console.log(answer.small[3]);');
    }
  });

  it('has the same header, next tokens and vocabulary', async () => {
    await expect_program('header', { file: sample, stack, layout: 'in_out' });
    await expect_program('text', { file: sample, stack, ids: [3, 255, 17] });
    const of_layer = { file: sample, stack, layer: 1, layout: 'in_out' } as const;
    await expect_program('vocabulary', { ...of_layer, neuron: 9, gain: true });
  });
});

describe('a user’s file that leaves the layout open', () => {
  const ffn = lab.FeedForward({ d_model: 8, d_ff: 20, bias: false });
  const { w1, w2 } = ffn.weights();
  const path = join(mkdtempSync(join(tmpdir(), 'ffn-lab-programs-')), "it's.safetensors");
  writeFileSync(
    path,
    lab.write_safetensors({ 'layers.0.fc1.weight': w1, 'layers.0.fc2.weight': w2 }),
  );
  ffn.dispose();

  it.each(['out_in', 'in_out'] as const)(
    'has the same numbers in the worker and in programs: %s',
    async (layout) => {
      const { stacks } = await value_of('opened', {
        id: 2,
        source: { weights: [new File([readFileSync(path)], path)] },
      });
      const file = { id: 2, sample: false, files: [path] };
      const own = { file, stack: stacks[0]!.name, layout };
      await expect_program('header', own);
      await expect_layer(
        { ...own, layer: 0, activation: 'gelu', input: { kind: 'random', tokens: 3, seed: 5 } },
        7,
      );
    },
  );
});

/** Writes the shards and the configuration of a gated model without biases. */
function write_gated(folder: string, activation: string) {
  const rng = lab.RandomState(4);
  const shapes = { gate_proj: [20, 8], up_proj: [20, 8], down_proj: [8, 20] };
  const shards = [0, 1].map((layer) => {
    const tensors = Object.entries(shapes).map(
      ([name, shape]) =>
        [`model.layers.${layer}.mlp.${name}.weight`, rng.randn(shape, { scale: 0.4 })] as const,
    );
    const path = join(folder, `model-0000${layer + 1}-of-00002.safetensors`);
    writeFileSync(path, lab.write_safetensors(Object.fromEntries(tensors), {}, { dtype: 'BF16' }));
    return path;
  });
  rng.dispose();
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ model_type: 'llama', hidden_act: activation }));
  return { shards, config };
}

describe('a gated model in two shards', () => {
  const { shards, config } = write_gated(mkdtempSync(join(tmpdir(), 'ffn-lab-programs-')), 'silu');
  const given = {
    weights: shards.map((path) => new File([readFileSync(path)], path)),
    shards,
    config: new File([readFileSync(config)], config),
  };
  const input = { kind: 'random', tokens: 3, seed: 5 } as const;
  const file_of = (id: number) => ({ id, sample: false, files: shards, config });

  it('has the same numbers in the worker and in programs, a gate among them', async () => {
    const { stacks } = await value_of('opened', { id: 5, source: given });
    const [{ name, tables } = { name: '', tables: undefined }] = stacks;
    expect(tables?.out_in).toMatchObject({
      gated: true,
      activation: 'silu',
      activation_from: 'config',
    });
    const state = {
      file: file_of(5),
      stack: name,
      layout: 'out_in',
      layer: 1,
      activation: 'silu',
      input,
    } as const;
    await expect_layer(state, 19);
    const value = await value_of('neuron', { ...state, neuron: 7, token: 2 });
    const { gate = NaN, activated = NaN, coefficient, gate_key, gate_bias } = value;
    expect(gate_key).toHaveLength(8);
    expect(gate_bias).toBe(0);
    expect(coefficient).toBe(Math.fround(activated * gate));
    const whole = await value_of('network', state);
    expect(whole.gate?.shape).toEqual([3, 20]);
    expect(whole.parameter_count).toBe(3 * 8 * 20);
  });

  it('has the same consequences of a wrong activation in the worker and in programs', async () => {
    const kinds = ['gelu', 'relu', 'silu'] as const;
    const { stacks } = await value_of('opened', { id: 6, source: given });
    const stack_state = { file: file_of(6), stack: stacks[0]!.name, layout: 'out_in' } as const;
    const state = { ...stack_state, layer: 0, input, kinds };
    const value = await value_of('consequences', state);
    expect(await computed('consequences', state, value)).toEqual(value);
    for (const [row, { trained_with, relative }] of value.entries()) {
      expect(trained_with).toBe(kinds[row]);
      expect(relative[row]).toBe(0);
      expect(relative.every((share, column) => column === row || share > 0.001)).toBe(true);
    }
  });

  it('can be cancelled while a layer is read, and read again', async () => {
    const { stacks } = await value_of('opened', { id: 7, source: given });
    const state = {
      file: file_of(7),
      stack: stacks[0]!.name,
      layout: 'out_in',
      layer: 0,
    } as const;
    const controller = new AbortController();
    const cancelled = value_of('read', state, { signal: controller.signal });
    controller.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    expect(await value_of('read', state)).toEqual({ d_model: 8, d_ff: 20 });
  });
});
