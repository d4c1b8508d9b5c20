import { expect, it } from 'vitest';
import { find_by_title } from '../../web/page/src/shell/jump_dialog.tsx';
import { contains_words, normalize_text } from '../../web/page/src/shell/search_words.ts';

const titles = (names: readonly string[], query: string) =>
  find_by_title(
    names.map((title) => ({ title })),
    query,
  ).map(({ title }) => title);

it('ignores diacritics and capitals', () => {
  expect(normalize_text('Độ thưa')).toBe('do thua');
  expect(normalize_text('Réseau À')).toBe('reseau a');
});

it('finds any word; titles with a word that begins with the query are first, in their order: a step before a term', () => {
  const names = ['GELU and ReLU', 'Dropout', 'Hidden activations', 'Độ thưa'];
  expect(titles(names, '')).toEqual(names);
  expect(titles(names, 'd')).toEqual(['Dropout', 'Độ thưa', 'GELU and ReLU', 'Hidden activations']);
  expect(titles(names, 'do thu')).toEqual(['Độ thưa']);
  expect(titles(names, ' relu  gelu ')).toEqual(['GELU and ReLU']);
  expect(titles(names, 'zebra')).toEqual([]);
  const step_then_term = [
    'A real checkpoint',
    'Proof: check it here',
    'Recheck',
    'checkpoint, model file',
  ];
  expect(titles(step_then_term, 'check')).toEqual([
    'A real checkpoint',
    'Proof: check it here',
    'checkpoint, model file',
    'Recheck',
  ]);
});

it('finds the singular by the plural, in any of the languages', () => {
  expect(titles(['parameter', 'Dropout'], 'parameters')).toEqual(['parameter']);
  expect(contains_words('Le nombre de paramètres', 'parametre')).toBe(true);
  expect(contains_words('Số tham số của mạng', 'tham so')).toBe(true);
  expect(contains_words('Số tham số của mạng', 'tham gia')).toBe(false);
});
