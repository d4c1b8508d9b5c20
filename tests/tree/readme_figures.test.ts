/**
 * Checks README.md: its table of figures against the measured tables that it links to, and its
 * length.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');

/**
 * Returns the cells of every row of the tables between `<!-- name -->` and `<!-- end -->`, header
 * rows included.
 */
function rows_of(path: string, name: string): string[][] {
  return cells_of(new RegExp(`<!-- ${name} -->\n([^]*?)<!-- end -->`).exec(read(path))?.[1] ?? '');
}

function cells_of(block: string): string[][] {
  const rows = block.split('\n').filter((line) => /^\|(?! ---)/.test(line));
  return rows
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
    .map((cells) => cells.map((cell) => cell.trim()));
}

/**
 * Returns the rows of the tables of tests/bench/README.md below the titles that contain `mode`: of
 * all numbers of threads, one thread first.
 */
function race_rows(mode: string): string[][] {
  const block =
    /<!-- speed -->\n([^]*?)<!-- end -->/.exec(read('tests/bench/README.md'))?.[1] ?? '';
  const sections = block
    .split(/^(?=\S.*:$)/m)
    .filter((section) => section.startsWith('One thread, ') || /^\d+ threads, /.test(section));
  return sections.filter((section) => section.split('\n')[0]?.includes(mode)).flatMap(cells_of);
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
  return [
    `${row[header.indexOf('ffn-lab')]} relative error`,
    `PyTorch: ${row[header.findIndex((title) => title.startsWith('PyTorch'))]}`,
  ];
}

/**
 * Returns two ratios to the best other engine: for 128 tokens with one thread, and the range of
 * all.
 */
function ratios_of(mode: string): [string, string] {
  const rows = race_rows(mode);
  const ratios = rows
    .filter((row) => row.at(-1)?.endsWith('×'))
    .map((row) => Number.parseFloat(row.at(-1) ?? ''));
  const range = `${smallest(ratios).toFixed(2)}× to ${largest(ratios).toFixed(2)}× in all ${ratios.length} cases`;
  return [row_of(rows, '128 × 768→3072').at(-1) ?? '', range];
}

/**
 * The times of ffn-lab relative to the best other engine, as README.md and the package's README
 * quote them.
 */
function speed(): string[] {
  const [sustained, of_all_sustained] = ratios_of('again and again');
  const [burst, of_all_bursts] = ratios_of('once, after a pause');
  return [
    `${sustained} as fast as the best other engine at 768→3072`,
    `(${of_all_sustained})`,
    `called once after a pause ${burst} (${of_all_bursts})`,
  ];
}

function size(): string[] {
  const rows = rows_of('tests/bench/README.md', 'speed');
  const header = row_of(rows, '');
  const row = row_of(rows, 'ffn-lab');
  return [
    `${row[header.indexOf('brotli')]} to download`,
    `first result after ${row[header.indexOf('first result')]}`,
  ];
}

function page(): string[] {
  const [, ...rows] = rows_of('tests/lighthouse/README.md', 'lighthouse');
  const performance = rows.map(([, score = '']) => Number.parseFloat(score));
  const others = [...new Set(rows.flatMap(([, , ...scores]) => scores))];
  return [
    `performance ${smallest(performance)} to ${largest(performance)}`,
    `all other scores ${others.join(' or ')}`,
  ];
}

describe('the figures of README.md', () => {
  const rows = readme.split('\n').filter((line) => /^\| \w+ \|.*\]\(tests\//.test(line));
  const expected = {
    Accuracy: accuracy,
    Gradients: gradients,
    Speed: speed,
    Size: size,
    Page: page,
  };

  it('are five, each with a link to its measurement', () => {
    expect(rows.map((row) => /\w+/.exec(row)?.[0])).toEqual(Object.keys(expected));
  });

  it.each(Object.entries(expected))('%s is the figure of the measured table', (title, figures) => {
    const row = rows.find((line) => line.startsWith(`| ${title} |`)) ?? '';
    for (const figure of figures()) expect(row).toContain(figure);
  });
});

it('the package quotes the same ratios of speed', () => {
  const text = read('web/engine/README.md').replace(/\s+/g, ' ');
  for (const figure of speed()) expect(text).toContain(figure);
});

it('README.md has at most 150 lines', () => {
  expect(readme.split('\n').length - 1).toBeLessThanOrEqual(150);
});
