import { describe, expect, it } from 'vitest';
import {
  forget_progress,
  last_visit,
  mark_done,
  progress,
  read_progress,
  set_last_place,
} from '../../web/page/src/shell/progress.ts';

describe('progress', () => {
  it('stores the finished steps and the last one visited', () => {
    mark_done('dropout');
    mark_done('cost');
    mark_done('dropout');
    expect(progress.value.done).toEqual(['cost', 'dropout']);
    mark_done('cost', false);
    expect(progress.value.done).toEqual(['dropout']);
    set_last_place('hidden');
    expect(progress.value.at).toBe('hidden');
    forget_progress();
    expect(progress.value).toEqual({ done: [], at: '' });
    expect(last_visit.value).toEqual({ done: [], at: '' });
  });

  it('is restored from the storage', () => {
    const stored = { done: ['activation', 'dropout'], at: 'hidden' };
    expect(read_progress(JSON.stringify(stored))).toEqual(stored);
  });

  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"done":7,"at":7}',
    '{"done":[7,"<b>",null],"at":"a b"}',
    `{"at":"${'x'.repeat(33)}"}`,
  ])('is none in %.40s', (text) => {
    expect(read_progress(text)).toEqual({ done: [], at: '' });
  });
});
