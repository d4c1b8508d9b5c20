/** The command tests/run: its arguments, without a build. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const command = fileURLToPath(new URL('../run', import.meta.url));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    timeout: 600_000,
  });
  return { status, text: stdout + stderr };
}

describe('tests/run', () => {
  it('prints its usage and the times of the parts', () => {
    const { status, text } = run('--help');
    expect(text).toContain('usage: tests/run [--all | PART [NAME]...] [--write]');
    expect(text).toMatch(/^ {2}native +\d+ +\d+ +\d+ {2}\w/m);
    expect(status).toBe(0);
  });

  it.each([
    [['egine'], '"egine" is not a part of the tests.'],
    [['--fast'], '"--fast" is not a part of the tests.'],
    [['engine', 'pool', 'page', 'recipes', 'charts'], '"charts" is not a part of the tests.'],
    [['browsers', 'package', 'charts'], '"charts" is not a part of the tests.'],
    [['engine', 'qqqq'], '"qqqq" is no name and no text of a case in the part engine.'],
    [['native', 'activaton'], '"activaton" is no name and no text of a case in the part native.'],
    [['lint', 'prettier'], 'Names: clang-tidy doxygen eslint typedoc'],
    [['fuzz', 'csv'], /Names: api config language npy package safetensors/],
    [['leaks', 'qqqq'], 'Names: churn'],
  ])('refuses %j', (args, message) => {
    const { status, text } = run(...args);
    expect(text).toMatch(message);
    expect(text).not.toContain('tests: ');
    expect(status).toBe(1);
  });

  it('lists the names of a part', () => {
    const names = /Names: (.*)/.exec(run('native', 'qqqq').text)?.[1]?.split(' ');
    expect(names).toEqual(expect.arrayContaining(['activation', 'csv', 'npy_header', 'softmax']));
  });

  it.each([
    ['a file', 'words', /Tests +2 passed/],
    ['a part of the name of a file', 'ord', /Tests +2 passed/],
    // Spelled in two parts, or the text would be found here, too.
    ['the text of a case', ['uses the', 'standard terms'].join(' '), /Tests +1 passed .*1 skipped/],
  ])('runs %s', (_what, name, message) => {
    const { status, text } = run('check', name);
    expect(text).toMatch(message);
    expect(text).toMatch(/Test Files +1 passed \(1\)/);
    expect(text).toContain('parts: 1 passed, 0 failed');
    expect(status).toBe(0);
  });
});
