/**
 * Runs every snippet for Node in the READMEs of the project and of the package, and compares its
 * output. For browsers: tests/e2e/readme.spec.ts.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { expected_of, package_readme, project_readme, snippets_of } from './readme_snippets.js';

const artifacts = new URL('../.artifacts/', import.meta.url);
const text = readFileSync(package_readme, 'utf8');

/**
 * Runs a program in this version of Node, with the flags of this test, and returns the lines that
 * it prints.
 */
function run(name: string, program: string): string[] {
  const options = {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  };
  mkdirSync(artifacts, { recursive: true });
  const file = fileURLToPath(new URL(`${name}.mjs`, artifacts));
  writeFileSync(file, ts.transpileModule(program, options).outputText); // compiles `using` for engines without it
  const flags = process.execArgv.filter((flag) => flag.startsWith('--experimental-wasm'));
  return execFileSync(process.execPath, [...flags, file], {
    encoding: 'utf8',
    stdio: 'pipe',
    timeout: 50_000,
  })
    .trim()
    .split('\n');
}

describe("the project's README", () => {
  it('contains JavaScript that runs as printed', () => {
    const [snippet, ...others] = snippets_of(project_readme).filter(
      ({ language }) => language === 'js',
    );
    expect(others).toEqual([]);
    const program = snippet?.code ?? '';
    const expected = expected_of(program);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected, 'every console.log has an arrow').toHaveLength(
      program.split('console.log(').length - 1,
    );
    const printed = run('readme', program);
    expect(printed).toHaveLength(expected.length);
    for (const [line, pattern] of expected.entries()) expect(printed[line]).toMatch(pattern);
  });
});

describe("the package's README", () => {
  const snippets = snippets_of(package_readme).filter(
    ({ language, file }) => language === 'js' && file === undefined,
  );
  const begins = (code: string) => /from 'ffn-lab'/.test(code);
  const start = snippets.find(({ code }) => begins(code))?.code ?? '';

  it('has a Node snippet under every expected heading, in known languages only', () => {
    expect(snippets.length).toBeGreaterThanOrEqual(10);
    const languages = new Set(snippets_of(package_readme).map(({ language }) => language));
    expect([...languages].sort()).toEqual(['html', 'http', 'js', 'sh']);
  });

  it.each(
    snippets.map(({ code }, index) => [index, code.trim().split('\n')[0] ?? '', code] as const),
  )('runs snippet %i (%s) as printed', (index, _line, code) => {
    const program = begins(code) ? code : `${start}\n{\n${code}\n}`;
    const expected = expected_of(program);
    expect(expected_of(code).length, 'has the expected output').toBeGreaterThan(0);
    expect(expected, 'each line that is printed has its arrow').toHaveLength(
      program.split('console.log(').length - 1,
    );
    const printed = run(`package_readme_${index}`, program);
    expect(printed).toHaveLength(expected.length);
    for (const [line, pattern] of expected.entries()) expect(printed[line]).toMatch(pattern);
  });

  it('describes every error code', () => {
    const source = readFileSync(
      new URL('../../web/engine/src/edge/errors.ts', import.meta.url),
      'utf8',
    );
    const codes = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code]) => code);
    const table = text.slice(text.indexOf('| code | when |'), text.indexOf('## Memory'));
    expect(codes.length).toBeGreaterThan(9);
    expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)).toEqual(codes);
  });
});
