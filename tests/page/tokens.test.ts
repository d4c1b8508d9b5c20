/**
 * A text through a whole model, and the tokens of a value vector: the worker's results compared
 * with other computations of the same.
 */
import type { Lab, Tensor } from 'ffn-lab';
import { load } from 'ffn-lab';
import { afterAll, describe, expect, it } from 'vitest';
import { make_handlers } from '../../web/page/src/steps/checkpoint/service.ts';
import type { CheckpointCalls } from '../../web/page/src/steps/checkpoint/service.ts';
import { make_sample } from '../../web/page/src/steps/checkpoint/sample.ts';
import { text, type TokenProgress } from '../../web/page/src/steps/checkpoint/token_recipe.ts';

interface Report {
  readonly done: TokenProgress;
  readonly bytes_read: number;
}

const lab: Lab = await load();
afterAll(() => lab.dispose());
const checkpoint = await lab.open_checkpoint(make_sample(lab));
const handlers = make_handlers(lab);
const facts = await handlers.open(
  { id: 1, source: 'sample' },
  { signal: new AbortController().signal, progress: () => undefined },
);
const { id, stacks } = facts;
const [{ name, models }] = stacks as [(typeof stacks)[number]];
const model = models.in_out.table;
const { d_model } = model;
const layers = model.layers.length;

async function run(ids: readonly number[], signal = new AbortController().signal) {
  const progress_events: Report[] = [];
  const progress = (value: unknown) => progress_events.push(value as Report);
  const { value: reply } = await handlers.text(
    { opened: id, state: { stack: name, ids } },
    { signal, progress },
  );
  return { reply, progress_events };
}

/** Returns the inputs of the networks. */
async function inputs_of(ids: readonly number[]): Promise<Tensor[]> {
  const inputs: Tensor[] = [];
  await text(lab, checkpoint, { stack: name, ids }, ({ input }) => input && inputs.push(input));
  return inputs;
}

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
    const { reply } = await run(ids);
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

  it('reports each block and the bytes read', async () => {
    const { progress_events } = await run(ids);
    const reported = progress_events.map(({ done }) => done).filter(({ part }) => part === 'block');
    expect(reported).toEqual(
      Array.from({ length: layers }, (_, layer) => ({
        part: 'block',
        done: layer + 1,
        all: layers,
      })),
    );
    const read = progress_events.map(({ bytes_read }) => bytes_read);
    expect(read).toEqual([...read].sort((a, b) => a - b));
  });

  it('can be cancelled between two blocks', async () => {
    const controller = new AbortController();
    const progress_events: unknown[] = [];
    const progress = (value: unknown) => {
      progress_events.push(value);
      controller.abort();
    };
    const ended = Promise.resolve(
      handlers.text(
        { opened: id, state: { stack: name, ids } },
        { signal: controller.signal, progress },
      ),
    );
    await expect(ended).rejects.toThrow(/abort/);
    expect(progress_events).toHaveLength(1);
  });

  it('refuses tokens and positions out of range', async () => {
    await expect(run([512])).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(run(Array.from({ length: 65 }, () => 1))).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});

type Vocabulary = CheckpointCalls['vocabulary'];

async function vocabulary(state: Partial<Vocabulary['request']['state']>) {
  const progress_events: Report[] = [];
  const progress = (value: unknown) => progress_events.push(value as Report);
  const own = { layer: 1, neuron: 5, layout: 'in_out', gain: false } as const;
  const full_state = { stack: name, ...own, ...state };
  const request = { opened: id, state: full_state };
  const { value: reply } = await handlers.vocabulary(request, {
    signal: new AbortController().signal,
    progress,
  });
  return { reply, progress_events };
}

describe('the tokens of a value vector', () => {
  it('are those whose embeddings have the largest and the smallest dot products with it', async () => {
    const { reply, progress_events } = await vocabulary({});
    const value = await checkpoint.tensor(model.layers[1]!.w2, { rows: [5, 1] });
    const exact = await products(value.data);
    const order = in_order(exact);
    expect([...reply.top.ids]).toEqual(order.slice(0, 10));
    expect([...reply.bottom.ids]).toEqual(order.slice(-10).reverse());
    for (const [place, token] of reply.top.ids.entries())
      expect(reply.top.values[place]).toBeCloseTo(exact[token]!, 4);
    expect(progress_events.at(-1)).toMatchObject({
      done: { part: 'vocabulary', done: 512, all: 512 },
    });
  });

  it('are computed from a column in the other layout', async () => {
    const { data, shape } = await checkpoint.tensor(model.layers[1]!.w2);
    const [rows, columns] = shape as [number, number];
    const { reply } = await vocabulary({ layout: 'out_in' }).catch(() => ({ reply: undefined }));
    const column = Float32Array.from({ length: rows }, (_, row) => data[row * columns + 5]!);
    // A 256 × 64 matrix read in the other layout has vectors of 256 numbers, which the embedding
    // does not fit.
    expect([reply, column.length]).toEqual([undefined, 256]);
  });

  it('are the same with the gain of the final norm, which is 1 in this file', async () => {
    expect((await vocabulary({ gain: true })).reply).toEqual((await vocabulary({})).reply);
  });
});
