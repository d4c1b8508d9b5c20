import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import ts from 'typescript';

const tests = new URL('../', import.meta.url);
const readme = readFileSync(new URL('../README.md', tests), 'utf8');
const snippets = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');

describe('readme', () => {
  it('has JavaScript that runs as printed', () => {
    expect(snippets).toHaveLength(1);
    mkdirSync(new URL('.artifacts/', tests), { recursive: true });
    const file = fileURLToPath(new URL('.artifacts/readme.mjs', tests));
    const options = { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } };
    writeFileSync(file, ts.transpileModule(snippets[0] ?? '', options).outputText); // `using` for engines without it
    const [first, second, third] = execFileSync(process.execPath, [file], { encoding: 'utf8' }).trim().split('\n');
    expect(first).toMatch(/^(relaxed|simd|scalar) \[ 2, 5, 8 \] 0\.\d+$/);
    expect(second).toMatch(/^0\.\d+ \[ 32, 8 \]$/);
    expect(third).toBe('2 [ 5000, 8 ]');
  });
});
