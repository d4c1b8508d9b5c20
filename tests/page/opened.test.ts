/** Requests refer to the right file when files are opened faster than they are read. */
import type { Lab } from 'ffn-lab';
import { load } from 'ffn-lab';
import { afterAll, describe, expect, it } from 'vitest';
import { make_opened } from '../../web/page/src/lazy/checkpoint/opened.ts';

const lab: Lab = await load();
afterAll(() => lab.dispose());
const signal = () => new AbortController().signal;

describe('the open files of the worker', () => {
  it('the previous file stays open until the page uses the next; a cancelled file closes none', async () => {
    const opened = make_opened(lab);
    await opened.open({ id: 1, source: 'sample' }, signal());
    expect(opened.file(1).name).toBe('random.safetensors');
    // This file is read completely, but the page has cancelled opening it.
    await opened.open({ id: 2, source: 'sample' }, signal());
    const refused = await opened.open({ id: 3, source: new File(['<!DOCTYPE html>'], 'page.safetensors') }, signal());
    expect(refused).toMatchObject({ error: { reason: 'web_page' } });
    const file = opened.file(1);
    expect(await opened.feed_forward(file, 0, 'in_out')).toMatchObject({ d_model: 64 });
    await opened.open({ id: 4, source: 'sample' }, signal());
    expect(opened.file(4).id).toBe(4);
    for (const closed of [1, 2, 3]) expect(() => opened.file(closed)).toThrow('another file has been opened');
  });
});
