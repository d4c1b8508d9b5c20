import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { read_answers } from '../../web/page/src/steps/summary/exercises.ts';
import { run_python } from './run_python.ts';

it('the whole in NumPy and in PyTorch prints the same three losses, which fall', () => {
  const programs = ['numpy', 'pytorch'].map((name) =>
    readFileSync(
      new URL(`../../web/page/src/steps/summary/whole.${name}.py`, import.meta.url),
      'utf8',
    ),
  );
  const losses = run_python(programs).map((text) =>
    Array.from(text.matchAll(/^\d (.*)$/gm), ([, loss]) => Number(loss)),
  );
  const [numpy = [], pytorch = []] = losses;
  expect(numpy).toHaveLength(3);
  expect(numpy).toEqual([...numpy].sort((a, b) => b - a));
  for (const [step, loss] of numpy.entries()) expect(pytorch[step]).toBeCloseTo(loss, 12);
});

it('stored answers are read; malformed ones are dropped', () => {
  expect(read_answers('{"gelu": "0.841", "slope": 2, "other": "1"}')).toEqual({ gelu: '0.841' });
  expect(read_answers(JSON.stringify({ gelu: 'x'.repeat(41) }))).toEqual({});
  for (const text of [null, '', '[', '7']) expect(read_answers(text)).toEqual({});
});
