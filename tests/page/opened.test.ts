/** Requests refer to the right file when files are opened faster than they are read. */
import type { Lab } from 'ffn-lab';
import { load } from 'ffn-lab';
import { afterAll, describe, expect, it } from 'vitest';
import { OpenFiles } from '../../web/page/src/steps/checkpoint/open_files.ts';
import { make_handlers } from '../../web/page/src/steps/checkpoint/service.ts';

const lab: Lab = await load();
afterAll(() => lab.dispose());
const signal = () => new AbortController().signal;

describe('the open files of the worker', () => {
  it('the previous file stays open until the page uses the next; a cancelled file closes none', async () => {
    const opened = new OpenFiles(lab);
    await opened.open({ id: 1, source: 'sample' }, signal());
    expect(opened.file(1).checkpoint.metadata).toMatchObject({ weights: 'random' });
    // This file is read completely, but the page has cancelled opening it.
    await opened.open({ id: 2, source: 'sample' }, signal());
    const refused = opened.open(
      { id: 3, source: { weights: [new File(['<!DOCTYPE html>'], 'page.safetensors')] } },
      signal(),
    );
    await expect(refused).rejects.toMatchObject({ reason: 'web_page' });
    const file = opened.file(1);
    const state = {
      stack: 'h.*.mlp',
      layer: 0,
      layout: 'in_out',
      activation: 'gelu',
      input: { kind: 'random', tokens: 1, seed: 1 },
    } as const;
    expect(await opened.with_pass(file, state, {}, ({ ffn }) => ffn.d_model)).toBe(64);
    await opened.open({ id: 4, source: 'sample' }, signal());
    expect(opened.file(4).id).toBe(4);
    for (const closed of [1, 2, 3])
      expect(() => opened.file(closed)).toThrow('another file has been opened');
  });
});

describe('a file that leaves the layout open', () => {
  it('has a table for each layout, and its networks run in both', async () => {
    using ffn = lab.FeedForward({ d_model: 3, d_ff: 5, bias: false });
    const { w1, w2 } = ffn.weights();
    const bytes = lab.write_safetensors({ 'layers.0.fc1.weight': w1, 'layers.0.fc2.weight': w2 });
    const handlers = make_handlers(lab);
    const context = { signal: signal(), progress: () => undefined };
    const reply = await handlers.open(
      { id: 1, source: { weights: [new File([bytes], 'bare.safetensors')] } },
      context,
    );
    const models = { out_in: { d_model: 3, d_ff: 5 }, in_out: { d_model: 5, d_ff: 3 } };
    const both = {
      out_in: { header: models.out_in, table: models.out_in },
      in_out: { header: models.in_out, table: models.in_out },
    };
    expect(reply.stacks).toMatchObject([{ layout: 'out_in', models: both }]);
    expect(reply.stacks).toMatchObject([{ models: { out_in: { table: { ambiguous: true } } } }]);
    const [{ name: stack } = { name: '' }] = reply.stacks;
    for (const layout of ['out_in', 'in_out'] as const) {
      const state = {
        stack,
        layer: 0,
        layout,
        activation: 'gelu',
        input: { kind: 'random', tokens: 2, seed: 1 },
      } as const;
      const { value } = await handlers.network({ opened: 1, state }, context);
      const { d_model, d_ff } = models[layout];
      expect(value).toMatchObject({ tokens: 2, d_model, d_ff, hidden: { shape: [2, d_ff] } });
    }
  });
});

describe('a file without networks', () => {
  it('is refused with what the engine finds in it', async () => {
    const open = async (name: string) => {
      const bytes = lab.write_safetensors({ [name]: lab.RandomState(1).randn([2, 3]) });
      const source = { weights: [new File([bytes], 'file.safetensors')] };
      return new OpenFiles(lab).open({ id: 1, source }, signal());
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
    const reply = await new OpenFiles(lab).open({ id: 1, source }, signal());
    expect(reply).toMatchObject({ missing: [shards[1]], index: undefined });
  });
});
