/** Checks README.md: its table of figures against the measured tables that it links to, its map, and its length. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');

/** Returns the cells of every row of the tables between `<!-- name -->` and `<!-- end -->`, header rows included. */
function rows_of(path: string, name: string): string[][] {
  const block = new RegExp(`<!-- ${name} -->\n([^]*?)<!-- end -->`).exec(read(path))?.[1] ?? '';
  const rows = block.split('\n').filter((line) => /^\|(?! ---)/.test(line));
  return rows.map((line) => line.slice(1, -1).split(/(?<!\\)\|/)).map((cells) => cells.map((cell) => cell.trim()));
}

function row_of(rows: readonly string[][], title: string): string[] {
  const row = rows.find(([first]) => first === title);
  if (row === undefined) throw new Error(`no row "${title}"`);
  return row;
}

const smallest = (values: readonly number[]) => Math.min(...values);
const largest = (values: readonly number[]) => Math.max(...values);

function accuracy(): string[] {
  const path = 'tests/accuracy/README.md';
  const [header = [], ...rows] = rows_of(path, 'worst cases');
  const errors = rows.map((row) => Number.parseFloat(row[header.indexOf('`gelu`')] ?? ''));
  const arguments_measured = /over ([\d,]+) float32 arguments/.exec(read(path))?.[1];
  return [`${largest(errors).toFixed(4)} ulp`, `${arguments_measured} float32 arguments`];
}

function gradients(): string[] {
  const [header = [], ...rows] = rows_of('tests/accuracy/README.md', 'accuracy');
  const row = row_of(rows, 'its backward pass, all gradients');
  return [`${row[header.indexOf('ffn-lab')]} relative error`, `PyTorch: ${row[header.findIndex((title) => title.startsWith('PyTorch'))]}`];
}

function speed(): string[] {
  const rows = rows_of('tests/bench/README.md', 'speed');
  const ratios = rows.filter((row) => row.length === 11 && row[10]?.endsWith('×')).map((row) => Number.parseFloat(row[10] ?? ''));
  return [
    `${row_of(rows, '128 × 768→3072')[10]} as fast`,
    `all ${ratios.length} cases ${smallest(ratios).toFixed(2)}× to ${largest(ratios).toFixed(2)}×`,
  ];
}

function size(): string[] {
  const rows = rows_of('tests/bench/README.md', 'speed');
  const header = row_of(rows, '');
  const row = row_of(rows, 'ffn-lab');
  return [`${row[header.indexOf('brotli')]} to download`, `first result after ${row[header.indexOf('first result')]}`];
}

function page(): string[] {
  const [, ...rows] = rows_of('tests/lighthouse/README.md', 'lighthouse');
  const performance = rows.map(([, score = '']) => Number.parseFloat(score));
  const others = [...new Set(rows.flatMap(([, , ...scores]) => scores))];
  return [`performance ${smallest(performance)} to ${largest(performance)}`, `all other scores ${others.join(' or ')}`];
}

describe('the figures of README.md', () => {
  const rows = readme.split('\n').filter((line) => /^\| \w+ \|.*\]\(tests\//.test(line));
  const expected = { Accuracy: accuracy, Gradients: gradients, Speed: speed, Size: size, Page: page };

  it('are five, each with a link to its measurement', () => {
    expect(rows.map((row) => /\w+/.exec(row)?.[0])).toEqual(Object.keys(expected));
  });

  it.each(Object.entries(expected))('%s is the figure of the measured table', (title, figures) => {
    const row = rows.find((line) => line.startsWith(`| ${title} |`)) ?? '';
    for (const figure of figures()) expect(row).toContain(figure);
  });
});

it('the map of README.md names every folder of tests', () => {
  const entries = readdirSync(new URL('..', import.meta.url), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && /^[a-z]\w*$/.test(entry.name) && entry.name !== 'node_modules');
  expect(folders.length).toBeGreaterThan(20);
  expect(folders.filter(({ name }) => !readme.includes(`\`tests/${name}\``)).map(({ name }) => name)).toEqual([]);
});

it('README.md has at most 150 lines', () => {
  expect(readme.split('\n').length - 1).toBeLessThanOrEqual(150);
});
