/**
 * A text through a whole model, and the tokens of a value vector: the worker's results compared
 * with other computations of the same.
 */
import type { Lab, Tensor } from 'ffn-lab';
import { load } from 'ffn-lab';
import { afterAll, describe, expect, it } from 'vitest';
import type { Given, Report } from '../../web/page/src/compute/recipe.ts';
import type { FileSession } from '../../web/page/src/steps/checkpoint/file_session.ts';
import type * as recipe from '../../web/page/src/steps/checkpoint/recipe.ts';
import { make_sample } from '../../web/page/src/steps/checkpoint/sample.ts';
import type * as token_recipe from '../../web/page/src/steps/checkpoint/token_recipe.ts';
import { text } from '../../web/page/src/steps/checkpoint/token_recipe.ts';
import { step_recipes } from './step_recipes.ts';

const lab: Lab = await load();
afterAll(() => lab.dispose());
const checkpoint = await lab.open_checkpoint(make_sample(lab));
type Recipes = typeof recipe & Pick<typeof token_recipe, 'text' | 'vocabulary'>;
const { value_of } = await step_recipes<Recipes>(lab, 'checkpoint', { files: [] });
const { stacks } = await value_of('opened', { id: 1, source: 'sample' });
const file = { id: 1, sample: true, files: [] };
const [{ name, tables }] = stacks as [(typeof stacks)[number]];
const model = tables.in_out;
const { d_model } = model;
const layers = model.layers.length;

const run = (ids: readonly number[]) => value_of('text', { file, stack: name, ids });

/** Returns the inputs of the networks, which the session keeps, and the reports. */
async function run_alone(ids: readonly number[], pause?: (report: Report) => void) {
  const inputs: Tensor[] = [];
  const session = {
    checkpoint: () => Promise.resolve(checkpoint),
    keep_inputs: () => (input: Tensor) => inputs.push(input),
  } as unknown as FileSession;
  const reports: Report[] = [];
  const progress = { pause: (report: Report) => (reports.push(report), pause?.(report)) };
  const given = { lab, session, progress } as unknown as Given<FileSession>;
  const value = await text(given, { file, stack: name, ids });
  return { value, inputs, reports };
}
const inputs_of = async (ids: readonly number[]) => (await run_alone(ids)).inputs;

/** Returns the stack of all blocks. */
async function stack() {
  const blocks = await Promise.all(
    Array.from({ length: layers }, (_, layer) => checkpoint.block_weights(layer)),
  );
  return lab.BlockStack({ weights: { blocks }, activation: 'gelu_tanh', n_heads: d_model / 64 });
}

const ids = [3, 500, 3, 17, 64, 255, 0];

async function stream(): Promise<Tensor> {
  const [wte, wpe] = [await checkpoint.tensor('wte.weight'), await checkpoint.tensor('wpe.weight')];
  const data = Float32Array.from({ length: ids.length * d_model }, (_, i) => {
    const [place, column] = [Math.floor(i / d_model), i % d_model];
    return wte.data[ids[place]! * d_model + column]! + wpe.data[place * d_model + column]!;
  });
  return { data, shape: [1, ids.length, d_model] };
}

/** Returns the dot products of a vector with all rows of the embedding, in double precision. */
async function products(vector: ArrayLike<number>): Promise<number[]> {
  const { data, shape } = await checkpoint.tensor('wte.weight');
  return Array.from({ length: shape[0]! }, (_, row) =>
    Array.from(vector).reduce(
      (sum, value, column) => sum + value * data[row * d_model + column]!,
      0,
    ),
  );
}

const in_order = (values: readonly number[]) =>
  values.map((_, place) => place).sort((a, b) => values[b]! - values[a]! || a - b);

describe('a text through the blocks', () => {
  it('the input of each network is the output of the second norm of its block', async () => {
    const inputs = await inputs_of(ids);
    expect(inputs.map(({ shape }) => shape)).toEqual(
      Array.from({ length: layers }, () => [ids.length, d_model]),
    );
    let x = await stream();
    for (const [layer, input] of inputs.entries()) {
      const block = await checkpoint.block(layer);
      const { h, norm2, output } = block.trace(x);
      block.dispose();
      expect([...norm2!.data]).toEqual([...input.data]);
      expect(h!.shape).toEqual(x.shape);
      x = output;
    }
  });

  it('the next token follows from all blocks, the final norm and the embedding', async () => {
    const reply = await run(ids);
    const last = (await stack()).forward(await stream());
    const weights = {
      scale: await checkpoint.tensor('ln_f.weight'),
      shift: await checkpoint.tensor('ln_f.bias'),
    };
    const h = lab
      .LayerNorm({ weights })
      .forward({ data: last.data.slice(-d_model), shape: [d_model] });
    const logits = await products(h.data);
    const largest = Math.max(...logits);
    const total = logits.reduce((sum, logit) => sum + Math.exp(logit - largest), 0);
    const order = in_order(logits).slice(0, 10);
    expect([...reply.next!.ids]).toEqual(order);
    for (const [place, token] of order.entries()) {
      expect(reply.next!.values[place]! / (Math.exp(logits[token]! - largest) / total)).toBeCloseTo(
        1,
        4,
      );
    }
  });

  it('later tokens do not change the results of earlier ones', async () => {
    const [short, long] = [await inputs_of(ids.slice(0, 4)), await inputs_of(ids)];
    for (const [layer, { data }] of short.entries()) {
      expect([...long[layer]!.data.subarray(0, data.length)]).toEqual([...data]);
    }
  });

  it('reports each block', async () => {
    const { value, reports } = await run_alone(ids);
    expect(reports.filter(({ part }) => part === 'block')).toEqual(
      Array.from({ length: layers }, (_, layer) => ({
        part: 'block',
        done: layer + 1,
        of: layers,
      })),
    );
    expect(reports.at(-1)).toEqual({ part: 'vocabulary', done: 512, of: 512 });
    expect(await run(ids)).toEqual(value);
  });

  it('can be cancelled between two blocks', async () => {
    const cancelled = run_alone(ids, ({ done }) => {
      if (done === 2) throw new Error('cancelled');
    });
    await expect(cancelled).rejects.toThrow('cancelled');
  });

  it('refuses tokens and positions out of range', async () => {
    await expect(run([512])).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(run(Array.from({ length: 65 }, () => 1))).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});

const vocabulary = (state: { readonly layout?: 'out_in'; readonly gain?: true }) => {
  const own = { layer: 1, neuron: 5, layout: 'in_out', gain: false } as const;
  return value_of('vocabulary', { file, stack: name, ...own, ...state });
};

describe('the tokens of a value vector', () => {
  it('are those whose embeddings have the largest and the smallest dot products with it', async () => {
    const reply = await vocabulary({});
    const value = await checkpoint.tensor(model.layers[1]!.w2, { rows: [5, 1] });
    const exact = await products(value.data);
    const order = in_order(exact);
    expect([...reply.top.ids]).toEqual(order.slice(0, 10));
    expect([...reply.bottom.ids]).toEqual(order.slice(-10).reverse());
    for (const [place, token] of reply.top.ids.entries())
      expect(reply.top.values[place]).toBeCloseTo(exact[token]!, 4);
  });

  it('are computed from a column in the other layout', async () => {
    const { data, shape } = await checkpoint.tensor(model.layers[1]!.w2);
    const [rows, columns] = shape as [number, number];
    const reply = await vocabulary({ layout: 'out_in' }).catch(() => undefined);
    const column = Float32Array.from({ length: rows }, (_, row) => data[row * columns + 5]!);
    // A 256 × 64 matrix read in the other layout has vectors of 256 numbers, which the embedding
    // does not fit.
    expect([reply, column.length]).toEqual([undefined, 256]);
  });

  it('are the same with the gain of the final norm, which is 1 in this file', async () => {
    expect(await vocabulary({ gain: true })).toEqual(await vocabulary({}));
  });
});
