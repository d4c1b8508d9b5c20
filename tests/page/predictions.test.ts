import { describe, expect, it } from 'vitest';
import { guess_points, read_points, write_points } from '../../web/page/src/quiz/slope_guess.ts';
import {
  nearest_option,
  prediction_names,
  choose_guess,
  forget_guess,
  guesses,
  read_guesses,
  read_names,
  score,
} from '../../web/page/src/quiz/predictions.ts';

describe('guesses', () => {
  it('are counted, and can be removed', () => {
    choose_guess('share_of_block', 'half', false);
    expect(guesses.value).toEqual({ share_of_block: { option: 'half', right: false } });
    expect(score.value).toEqual({ answered: 1, right: 0, total: 6 });
    choose_guess('share_of_block', 'two_thirds', true);
    expect(score.value).toEqual({ answered: 1, right: 1, total: 6 });
    forget_guess('share_of_block');
    expect(score.value).toEqual({ answered: 0, right: 0, total: 6 });
  });

  it('are restored from the storage', () => {
    const stored = { share_of_block: { option: 'third', right: false } };
    expect(read_guesses(JSON.stringify(stored))).toEqual(stored);
  });

  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"share_of_block":7}',
    '{"share_of_block":{"option":1,"right":true}}',
    '{"other":{}}',
  ])('are none in %s', (text) => {
    expect(read_guesses(text)).toEqual({});
  });
});

describe('the uncovered answers', () => {
  it('are restored from the storage, in the order of the page', () => {
    expect(read_names(prediction_names.join(' '))).toEqual(prediction_names);
    expect(read_names('share_of_block relu_zeros')).toEqual(['relu_zeros', 'share_of_block']);
  });

  it.each(['', ' ', 'constructor', 'relu_zeros,share_of_block', '["relu_zeros"]'])(
    'are none in %j',
    (text) => {
      expect(read_names(text)).toEqual([]);
    },
  );
});

describe('the points of a guessed curve', () => {
  const range = [-0.25, 1.25] as const;

  it('are restored from the storage', () => {
    const points = [0, -0.15, 0.5, 1.1, 1.25];
    expect(points).toHaveLength(guess_points.length);
    expect(read_points(write_points(points), range)).toEqual(points);
  });

  it.each([
    undefined,
    '',
    '0 0 0 0',
    '0 0 0 0 0 0',
    '0 0 0 0 2',
    '0 0 0 0 NaN',
    '0 0  0 0',
    '0 0 0 0 x',
    'half',
  ])('are none in %s', (text) => {
    expect(read_points(text, range)).toBeUndefined();
  });
});

it('the right option is the one nearest to the number', () => {
  expect(nearest_option({ none: 0, half: 0.5, all: 1 }, 0.48)).toBe('half');
  expect(nearest_option({ none: 0, half: 0.5, all: 1 }, 0)).toBe('none');
});
