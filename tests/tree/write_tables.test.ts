/** Runs tests/write_tables.py on copies of the files that the measuring commands write to. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const target = join(folder, 'README.md');
const table = join(folder, 'table.md');

/** Writes `text` as the table of this name and returns the file afterwards. */
function written(name: string, text: string): string {
  writeFileSync(table, text);
  execFileSync('python3', [join(root, 'tests/write_tables.py'), target, `${name}=${table}`], {
    stdio: 'pipe',
  });
  return readFileSync(target, 'utf8');
}

describe.each([
  ['bench', 'speed'],
  ['bench', 'gradients'],
  ['bench', 'training'],
  ['accuracy', 'worst cases'],
  ['accuracy', 'accuracy'],
  ['lighthouse', 'lighthouse'],
  ['latency', 'latency'],
])('tests/%s/README.md, table "%s"', (command, name) => {
  const document = readFileSync(join(root, 'tests', command, 'README.md'), 'utf8');
  const present = new RegExp(`<!-- ${name} -->\n([^]*?)<!-- end -->`).exec(document)?.[1] ?? '';

  it('is replaced alone', () => {
    writeFileSync(target, document);
    expect(present).toMatch(/Measured 20\d\d-/);
    expect(written(name, present.trim())).toBe(document);
    expect(written(name, '| a |\n')).toBe(document.replace(present, '\n| a |\n\n'));
  });

  it('is named by the command that writes it', () => {
    expect(readFileSync(join(root, 'tests', command, 'run'), 'utf8')).toContain(
      `write_tables.py tests/${command}/README.md "`,
    );
  });
});

it('a file without the table stays as it is', () => {
  writeFileSync(target, '# None\n');
  expect(() => written('speed', '| a |\n')).toThrow(/the table speed has 0 places; expected 1/);
  expect(readFileSync(target, 'utf8')).toBe('# None\n');
});
