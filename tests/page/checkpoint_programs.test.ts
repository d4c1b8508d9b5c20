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
const sample: File = { sample: true, files: ['random.safetensors'] };
const stack = 'h.*.mlp';
const opened = await handlers.open({ id: 1, source: 'sample' }, context);

type File = Parameters<typeof program_of>[0];

/** Expects that a program computes the whole value of a recipe. */
async function expect_program(
  file: File,
  recipe: string,
  state: object,
  value: unknown,
): Promise<void> {
  // Vitest has no dynamic import in evaluated code.
  const program = program_of(file, recipe, { value, state }, 'x').replace(
    "await import('node:fs/promises')",
    "process.getBuiltinModule('node:fs/promises')",
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
  const others = (['relu', 'silu'] as const).filter((kind) => kind !== state.activation);
  const variants = { ...state, others };
  await expect_program(file, 'variants', variants, await call(handlers.variants, variants));
}

describe('the random file', () => {
  it.each(inputs)('has the same numbers in the worker and in programs: $kind', async (input) => {
    await expect_layer(sample, 1, {
      stack,
      layer: 2,
      layout: 'in_out',
      activation: 'gelu_tanh',
      input,
    });
    await expect_layer(sample, 1, { stack, layer: 0, layout: 'in_out', activation: 'relu', input });
  });

  it('has the same shares in each layer', async () => {
    const state = {
      stack,
      layout: 'in_out',
      activation: 'gelu_tanh',
      input: inputs[0]!,
    } as const;
    const { value: layers } = await handlers.profile({ opened: 1, state }, context);
    expect(layers).toHaveLength(4);
    const program = (path: string) => program_of(sample, 'profile', { value: layers, state }, path);
    for (const [layer, { small }] of layers.entries()) {
      expect(await run_program(program(`${layer}.small.3`), lab, 'answer')).toEqual({ small });
      expect(program(`${layer}.small.3`)).toContain('console.log(answer.small[3]);');
    }
  });

  it('has the same header, next tokens and vocabulary', async () => {
    await expect_program(
      sample,
      'header',
      { stack, layout: 'in_out' },
      opened.stacks[0]!.models.in_out.header,
    );
    const text = { stack, ids: [3, 255, 17] };
    await expect_program(
      sample,
      'text',
      text,
      (await handlers.text({ opened: 1, state: text }, context)).value,
    );
    const state = { stack, layer: 1, layout: 'in_out', neuron: 9, gain: true } as const;
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
        { id: 2, source: { weights: [new File([readFileSync(path)], path)] } },
        context,
      );
      const file = { sample: false, files: [path] };
      const [of_stack] = reply.stacks;
      const own = { stack: of_stack!.name, layout };
      await expect_program(file, 'header', own, of_stack!.models[layout].header);
      await expect_layer(
        file,
        2,
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
  const file = { sample: false, files: shards, config };
  const input = { kind: 'random', tokens: 3, seed: 5 } as const;

  it('has the same numbers in the worker and in programs, a gate among them', async () => {
    const { stacks } = await handlers.open({ id: 5, source: given }, context);
    const [{ name, models } = { name: '', models: undefined }] = stacks;
    expect(models?.out_in.table).toMatchObject({
      gated: true,
      activation: 'silu',
      activation_from: 'config',
    });
    const state = { stack: name, layout: 'out_in', layer: 1, activation: 'silu', input } as const;
    await expect_layer(file, 5, state, 19);
    const { value } = await handlers.neuron(
      { opened: 5, state: { ...state, neuron: 7, token: 2 } },
      context,
    );
    const { gate = NaN, activated = NaN, coefficient, gate_key, gate_bias } = value;
    expect(gate_key).toHaveLength(8);
    expect(gate_bias).toBe(0);
    expect(coefficient).toBe(Math.fround(activated * gate));
    const { value: whole } = await handlers.network({ opened: 5, state }, context);
    expect(whole.gate?.shape).toEqual([3, 20]);
    expect(whole.parameter_count).toBe(3 * 8 * 20);
  });

  it('has the same consequences of a wrong activation in the worker and in programs', async () => {
    const kinds = ['gelu', 'relu', 'silu'] as const;
    const { stacks } = await handlers.open({ id: 6, source: given }, context);
    const state = { stack: stacks[0]!.name, layout: 'out_in', layer: 0, input, kinds } as const;
    const { value } = await handlers.consequences({ opened: 6, state }, context);
    await expect_program(file, 'consequences', state, value);
    for (const [row, { trained_with, relative }] of value.entries()) {
      expect(trained_with).toBe(kinds[row]);
      expect(relative[row]).toBe(0);
      expect(relative.every((share, column) => column === row || share > 0.001)).toBe(true);
    }
  });

  it('reports the bytes of a layer while it is read, and can be cancelled', async () => {
    const { stacks } = await handlers.open({ id: 7, source: given }, context);
    const state = { stack: stacks[0]!.name, layout: 'out_in', layer: 0 } as const;
    const controller = new AbortController();
    const reports: unknown[] = [];
    const progress = (report: unknown) => {
      reports.push(report);
      controller.abort(new Error('cancelled'));
    };
    const cancelled = handlers.read({ opened: 7, state }, { signal: controller.signal, progress });
    await expect(cancelled).rejects.toThrow('cancelled');
    expect(reports).toMatchObject([{ reading: { of: 2 * 3 * 8 * 20 } }]);
    expect((await handlers.read({ opened: 7, state }, context)).value).toEqual({
      d_model: 8,
      d_ff: 20,
    });
  });
});
