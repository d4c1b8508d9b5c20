import { expect, it } from 'vitest';
import { matching, plain } from '../../web/page/src/find_by_title.ts';

const titles = (names: readonly string[], query: string) =>
  matching(
    names.map((title) => ({ title })),
    query,
  ).map(({ title }) => title);

it('needs neither marks nor capitals', () => {
  expect(plain('Độ thưa')).toBe('do thua');
  expect(plain('Réseau À')).toBe('reseau a');
});

it('finds every word, and first what begins with the query', () => {
  const names = ['GELU and ReLU', 'Dropout', 'Hidden activations', 'Độ thưa'];
  expect(titles(names, '')).toEqual(names);
  expect(titles(names, 'd')).toEqual(['Dropout', 'Độ thưa', 'GELU and ReLU', 'Hidden activations']);
  expect(titles(names, 'do thu')).toEqual(['Độ thưa']);
  expect(titles(names, ' relu  gelu ')).toEqual(['GELU and ReLU']);
  expect(titles(names, 'zebra')).toEqual([]);
});
