import { describe, expect, it } from 'vitest';
import { choose_guess, forget_guess, guesses, read_guesses, score } from '../../web/page/src/predictions.ts';

describe('guesses', () => {
  it('are counted, and can be taken back', () => {
    choose_guess('share_of_block', 'half', false);
    expect(guesses.value).toEqual({ share_of_block: { option: 'half', right: false } });
    expect(score.value).toEqual({ answered: 1, right: 0 });
    choose_guess('share_of_block', 'two_thirds', true);
    expect(score.value).toEqual({ answered: 1, right: 1 });
    forget_guess('share_of_block');
    expect(score.value).toEqual({ answered: 0, right: 0 });
  });

  it('come back from the storage as they were', () => {
    const kept = { share_of_block: { option: 'third', right: false } };
    expect(read_guesses(JSON.stringify(kept))).toEqual(kept);
  });

  it.each([null, '', '{', 'null', '[]', '7', '{"share_of_block":7}', '{"share_of_block":{"option":1,"right":true}}', '{"other":{}}'])(
    'are none in %s',
    (text) => {
      expect(read_guesses(text)).toEqual({});
    },
  );
});
