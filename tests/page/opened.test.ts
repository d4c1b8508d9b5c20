/** Requests refer to the right file when files are opened faster than they are read. */
import type { Lab } from 'ffn-lab';
import { load } from 'ffn-lab';
import { afterAll, describe, expect, it } from 'vitest';
import { OpenFiles } from '../../web/page/src/steps/checkpoint/open_files.ts';
import type { Progress } from '../../web/page/src/compute/recipe.ts';
import type * as recipe from '../../web/page/src/steps/checkpoint/recipe.ts';
import { step_recipes } from './step_recipes.ts';

const lab: Lab = await load();
afterAll(() => lab.dispose());
const progress: Progress = { report: () => undefined, pause: () => undefined };
/** The part of a state that names the file with an id. */
const of = (id: number) => ({ file: { id, sample: true, files: [] } });

describe('the open files of the worker', () => {
  it('the previous file stays open until the page uses the next; a cancelled file closes none', async () => {
    const opened = new OpenFiles(lab);
    await opened.open({ id: 1, source: 'sample' }, progress);
    expect(opened.file(of(1)).checkpoint.metadata).toMatchObject({ weights: 'random' });
    // This file is read completely, but the page has cancelled opening it.
    await opened.open({ id: 2, source: 'sample' }, progress);
    const refused = opened.open(
      { id: 3, source: { weights: [new File(['<!DOCTYPE html>'], 'page.safetensors')] } },
      progress,
    );
    await expect(refused).rejects.toMatchObject({ reason: 'web_page' });
    const state = {
      ...of(1),
      stack: 'h.*.mlp',
      layer: 0,
      layout: 'in_out',
      activation: 'gelu',
      input: { kind: 'random', tokens: 1, seed: 1 },
    } as const;
    expect(await opened.with_pass(state, progress, ({ ffn }) => ffn.d_model)).toBe(64);
    await opened.open({ id: 4, source: 'sample' }, progress);
    expect(opened.file(of(4)).id).toBe(4);
    for (const closed of [1, 2, 3])
      expect(() => opened.file(of(closed))).toThrow('another file has been opened');
  });
});

describe('a file that leaves the layout open', () => {
  it('has a table for each layout, and its networks run in both', async () => {
    using ffn = lab.FeedForward({ d_model: 3, d_ff: 5, bias: false });
    const { w1, w2 } = ffn.weights();
    const bytes = lab.write_safetensors({ 'layers.0.fc1.weight': w1, 'layers.0.fc2.weight': w2 });
    const { value_of } = await step_recipes<typeof recipe>(lab, 'checkpoint', { files: [] });
    const { stacks } = await value_of('opened', {
      id: 1,
      source: { weights: [new File([bytes], 'bare.safetensors')] },
    });
    const models = { out_in: { d_model: 3, d_ff: 5 }, in_out: { d_model: 5, d_ff: 3 } };
    expect(stacks).toMatchObject([{ layout: 'out_in', tables: models }]);
    expect(stacks).toMatchObject([{ tables: { out_in: { ambiguous: true } } }]);
    const [{ name: stack } = { name: '' }] = stacks;
    for (const layout of ['out_in', 'in_out'] as const) {
      const state = {
        ...of(1),
        stack,
        layer: 0,
        layout,
        activation: 'gelu',
        input: { kind: 'random', tokens: 2, seed: 1 },
      } as const;
      const value = await value_of('network', state);
      const { d_model, d_ff } = models[layout];
      expect(await value_of('header', { ...of(1), stack, layout })).toMatchObject(models[layout]);
      expect(value).toMatchObject({ tokens: 2, d_model, d_ff, hidden: { shape: [2, d_ff] } });
    }
  });
});

describe('a file without networks', () => {
  it('is refused with what the engine finds in it', async () => {
    const open = async (name: string) => {
      const bytes = lab.write_safetensors({ [name]: lab.RandomState(1).randn([2, 3]) });
      const source = { weights: [new File([bytes], 'file.safetensors')] };
      return new OpenFiles(lab).open({ id: 1, source }, progress);
    };
    await expect(open('base_model.model.layers.0.mlp.up_proj.lora_A.weight')).rejects.toMatchObject(
      { reason: 'quantized', message: expect.stringContaining('LoRA adapter') as string },
    );
    await expect(open('unknown.weight')).rejects.toMatchObject({ reason: 'no_network' });
  });
});

describe('a model whose shards are not all given', () => {
  it('names its index only if the index was used', async () => {
    const bytes = lab.write_safetensors({
      'layers.0.fc1.weight': lab.RandomState(1).randn([6, 4]),
      'layers.0.fc2.weight': lab.RandomState(2).randn([4, 6]),
    });
    const first = 'model-00001-of-00002.safetensors';
    const shards = [first, 'model-00002-of-00002.safetensors'];
    const index = new File(['{}'], 'model.safetensors.index.json');
    const source = { weights: [new File([bytes], first)], index, shards };
    const reply = await new OpenFiles(lab).open({ id: 1, source }, progress);
    expect(reply).toMatchObject({ missing: [shards[1]], index: undefined });
  });
});
