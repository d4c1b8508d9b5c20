/** Which file a question of the page is about, when files follow each other faster than they are read. */
import type { Lab } from 'ffn-lab';
import { load } from 'ffn-lab';
import { afterAll, describe, expect, it } from 'vitest';
import { make_opened } from '../../web/page/src/lazy/checkpoint/opened.ts';

const lab: Lab = await load();
afterAll(() => lab.dispose());
const signal = () => new AbortController().signal;

describe('the files that are open in the worker', () => {
  it('keeps the one before until the page asks about the next: one that was given up takes nothing away', async () => {
    const opened = make_opened(lab);
    await opened.open({ id: 1, source: 'sample' }, signal());
    expect(opened.file(1).name).toBe('random.safetensors');
    // Read to its end, but the page has given it up.
    await opened.open({ id: 2, source: 'sample' }, signal());
    const refused = await opened.open({ id: 3, source: new File(['<!DOCTYPE html>'], 'page.safetensors') }, signal());
    expect(refused).toMatchObject({ error: { reason: 'web_page' } });
    const file = opened.file(1);
    expect(await opened.feed_forward(file, 0, 'in_out')).toMatchObject({ d_model: 64 });
    await opened.open({ id: 4, source: 'sample' }, signal());
    expect(opened.file(4).id).toBe(4);
    for (const gone of [1, 2, 3]) expect(() => opened.file(gone)).toThrow('another file has been opened');
  });
});
