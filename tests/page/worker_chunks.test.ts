/** The chunks of the built workers. WebKit runs the script of a worker again if one imports it. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const assets = fileURLToPath(new URL('../../web/page/dist/assets/', import.meta.url));
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
const is_worker = (name: string) => /(^|_)worker-[^/]*\.js$/.test(name);

/** The files that a script imports, static or dynamic. */
const imports_of = (name: string) =>
  Array.from(
    readFileSync(assets + name, 'utf8').matchAll(/\b(?:from|import)\s*\(?["'`]\.\/([^"'`]+)["'`]/g),
    ([, file = '']) => file,
  );

test('no chunk imports the script of a worker', () => {
  expect(scripts.filter(is_worker).length).toBeGreaterThan(1);
  expect(scripts.flatMap(imports_of).filter((name) => name.startsWith('worker_core-'))).not.toEqual(
    [],
  );
  const importing = scripts.filter((name) => imports_of(name).some(is_worker));
  expect(importing).toEqual([]);
});
