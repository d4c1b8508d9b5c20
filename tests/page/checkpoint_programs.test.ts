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
import type { Input, PassState } from '../../web/page/src/steps/checkpoint/input_recipe.ts';
import { program_of } from '../../web/page/src/steps/checkpoint/program.ts';
import { make_handlers } from '../../web/page/src/steps/checkpoint/service.ts';
import { run_program } from './run_program.ts';

const lab: Lab = await load();
afterAll(() => lab.dispose());
const context = { signal: new AbortController().signal, progress: () => undefined };

const handlers = make_handlers(lab);
const sample = { sample: true, name: 'random.safetensors' };
const opened = await handlers.open({ id: 1, source: 'sample' }, context);

type File = typeof sample;

/** Expects that a program computes the whole value of a recipe. */
async function expect_program(
  file: File,
  recipe: string,
  state: object,
  value: unknown,
): Promise<void> {
  // Vitest has no dynamic import in evaluated code.
  const program = program_of(file, recipe, { value, state }, 'x').replace(
    "await import('node:fs')",
    "process.getBuiltinModule('node:fs')",
  );
  expect(await run_program(program, lab, 'answer')).toEqual(value);
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
async function expect_layer(file: File, id: number, state: PassState, last = 200): Promise<void> {
  const call = async <State>(
    run: (
      request: { opened: number; state: State },
      given: typeof context,
    ) => Promise<{ value: unknown }>,
    own: State,
  ) => (await run({ opened: id, state: own }, context)).value;
  await expect_program(file, 'network', state, await call(handlers.network, state));
  for (const token of [undefined, 0])
    await expect_program(
      file,
      'ranking',
      { ...state, token },
      await call(handlers.ranking, { ...state, token }),
    );
  const neuron = { ...state, neuron: last, token: 0 };
  await expect_program(file, 'neuron', neuron, await call(handlers.neuron, neuron));
  const ablation = {
    ...state,
    neurons: neurons.filter((one) => one <= last),
    factor: -0.5,
    site: 'before_activation',
  } as const;
  await expect_program(file, 'ablation', ablation, await call(handlers.ablation, ablation));
  await expect_program(file, 'variants', state, await call(handlers.variants, state));
}

describe('the random file', () => {
  it.each(inputs)('has the same numbers in the worker and in programs: $kind', async (input) => {
    await expect_layer(sample, 1, { layer: 2, layout: 'in_out', activation: 'gelu_tanh', input });
    await expect_layer(sample, 1, { layer: 0, layout: 'in_out', activation: 'relu', input });
  });

  it('has the same shares in each layer', async () => {
    const state = { layout: 'in_out', activation: 'gelu_tanh', input: inputs[0]! } as const;
    const { value: layers } = await handlers.profile({ opened: 1, state }, context);
    expect(layers).toHaveLength(4);
    const program = (path: string) => program_of(sample, 'profile', { value: layers, state }, path);
    for (const [layer, { small }] of layers.entries()) {
      expect(await run_program(program(`${layer}.small.3`), lab, 'answer')).toEqual({ small });
      expect(program(`${layer}.small.3`)).toContain('console.log(answer.small[3]);');
    }
  });

  it('has the same header, next tokens and vocabulary', async () => {
    await expect_program(sample, 'header', { layout: 'in_out' }, opened.models.in_out.header);
    const text = { ids: [3, 255, 17] };
    await expect_program(
      sample,
      'text',
      text,
      (await handlers.text({ opened: 1, state: text }, context)).value,
    );
    const state = { layer: 1, layout: 'in_out', neuron: 9, gain: true } as const;
    await expect_program(
      sample,
      'vocabulary',
      state,
      (await handlers.vocabulary({ opened: 1, state }, context)).value,
    );
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
      const reply = await handlers.open(
        { id: 2, source: new File([readFileSync(path)], path) },
        context,
      );
      const file = { sample: false, name: path };
      await expect_program(file, 'header', { layout }, reply.models[layout].header);
      await expect_layer(
        file,
        2,
        { layer: 0, layout, activation: 'gelu', input: { kind: 'random', tokens: 3, seed: 5 } },
        7,
      );
    },
  );
});
