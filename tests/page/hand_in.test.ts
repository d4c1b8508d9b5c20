import { describe, expect, it } from 'vitest';
import {
  divider,
  HandInError,
  longest_file,
  read_hand_in,
  write_hand_in,
} from '../../web/page/src/quiz/hand_in_file.ts';

const hand_in = {
  learner: 'Zoë Nguyễn',
  language: 'fr',
  made: '2026-11-28T20:00:00.000Z',
  answers: [
    { name: 'relu_zeros', answer: 'most_none', right: true, state: '#v=2&panel=hidden' },
    { name: 'gelu', answer: '0,841', state: '#activation' },
  ],
};

/** Returns the reason for which a text is refused, with its values. */
function refusal(text: string) {
  try {
    read_hand_in(text);
  } catch (error) {
    if (error instanceof HandInError) return [error.reason, error.values];
    throw error;
  }
  return undefined;
}

const changed = (change: object) => write_hand_in('text', { ...hand_in, ...change });
const with_answer = (change: object) =>
  changed({ answers: [{ ...hand_in.answers[0], ...change }] });

it('reads what it writes, below a text for people', () => {
  const text = write_hand_in('FFN Lab · Zoë', hand_in);
  expect(text.startsWith('FFN Lab · Zoë\n')).toBe(true);
  expect(read_hand_in(text)).toEqual(hand_in);
  expect(read_hand_in(text.replaceAll('\n', '\r\n'))).toEqual(hand_in);
  expect(read_hand_in(write_hand_in(`text\n${divider}\nmore`, hand_in))).toEqual(hand_in);
});

describe('refuses', () => {
  it('other files, damaged and large ones', () => {
    expect(refusal('hello')).toEqual(['other', {}]);
    expect(refusal('')).toEqual(['other', {}]);
    expect(refusal(write_hand_in('text', hand_in).slice(0, -9))).toEqual(['damaged', {}]);
    expect(refusal('x'.repeat(longest_file + 1))).toEqual(['large', { most: '100000' }]);
    for (const json of ['null', '3', '[]', '{}'])
      expect(refusal(`${divider}\n${json}`)?.[0]).toBe('version');
  });

  it('another version, which it names', () => {
    expect(refusal(changed({ version: 2 }))).toEqual(['version', { found: '2', known: '1' }]);
  });

  it('members of a wrong type or size, which it names with their values', () => {
    expect(refusal(changed({ learner: 3 }))).toMatchObject([
      'member',
      { name: 'learner', value: '3' },
    ]);
    expect(refusal(changed({ made: 'yesterday' }))?.[1]).toMatchObject({ name: 'made' });
    expect(refusal(changed({ answers: {} }))?.[1]).toMatchObject({ name: 'answers' });
    expect(refusal(changed({ answers: [null] }))?.[1]).toMatchObject({ name: 'answers[0].name' });
    expect(refusal(with_answer({ right: 'yes' }))?.[1]).toEqual({
      name: 'answers[0].right',
      value: '"yes"',
      expected: 'true or false',
    });
    expect(refusal(with_answer({ answer: 'x'.repeat(201) }))?.[1]).toMatchObject({
      name: 'answers[0].answer',
    });
  });

  it('a state that is more than parameters of this page', () => {
    for (const state of ['https://example.org/', '#"><script>', 'javascript:alert(1)', '# a', ''])
      expect(refusal(with_answer({ state }))?.[1]).toMatchObject({ name: 'answers[0].state' });
  });
});
