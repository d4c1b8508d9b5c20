import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { tree_problems_of } from './layers.mjs';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Returns the problems of a tree with these files. */
function problems(files: Record<string, string>): string[] {
  root = mkdtempSync(join(tmpdir(), 'layers-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return tree_problems_of(root);
}

const valid = {
  'src/ffn/nn/linear.cpp': '#include "ffn/core/matrix.h"\n',
  'tests/nn/linear_test.cpp': '#include "ffn/nn/linear.h"\n',
  'tests/e2e/a.spec.ts': "smoke_test('a', move_slider);\n",
  'web/page/src/app.ts': "import { load } from 'ffn-lab';\nimport { x } from './x.js';\n",
};

const locked = (entry: object) =>
  JSON.stringify({ packages: { 'node_modules/it': entry } }, undefined, 1);

describe('layers', () => {
  it('finds no problem in a valid tree', () => {
    expect(problems(valid)).toEqual([]);
  });

  it('allows formulas in the plain JavaScript baseline', () => {
    expect(
      problems({
        ...valid,
        'web/page/src/steps/speed/harness/plain_javascript.ts': 'const y = Math.tanh(x);\n',
      }),
    ).toEqual([]);
  });

  it.each([
    [
      'an upward include',
      { 'src/ffn/core/a.h': '#include "ffn/nn/linear.h"\n', 'tests/core/a_test.cpp': '' },
      /core includes ffn\/nn\/linear\.h/,
    ],
    [
      'a file format that includes training',
      { 'src/ffn/io/a.h': '#include "ffn/train/loss.h"\n', 'tests/io/a_test.cpp': '' },
      /io includes ffn\/train\/loss\.h; it may use io, nn, kernels, core/,
    ],
    [
      'a core that includes a program',
      { 'src/ffn/nn/linear.cpp': '#include "model/facts_file.h"\n' },
      /src\/ffn uses no other folder/,
    ],
    [
      'Emscripten outside the bindings',
      { 'src/ffn/nn/linear.cpp': '#include <emscripten/val.h>\n' },
      /only src\/bindings may/,
    ],
    [
      'an unknown layer',
      { 'src/ffn/misc/a.h': '#include <vector>\n', 'tests/misc/a_test.cpp': '' },
      /is no layer/,
    ],
    [
      'a missing test',
      { 'src/ffn/nn/lonely.h': '\n' },
      /its test tests\/nn\/lonely_test\.cpp is missing/,
    ],
    [
      'a step without a spec',
      { 'web/page/src/steps/b/step.tsx': '\n' },
      /its test tests\/e2e\/b\.spec\.ts is missing/,
    ],
    [
      'a step without a smoke test',
      {
        'web/page/src/steps/a/step.tsx': '\n',
        'tests/e2e/a.spec.ts': "smoke_test('b', move_slider);\n",
      },
      /a\.spec\.ts: smoke_test\('a', …\) is missing/,
    ],
    ['a long file', { 'src/bindings/a.cpp': '\n'.repeat(301) }, /301 lines/],
    [
      'a page that imports from the engine’s folder',
      { 'web/page/src/app.ts': "import { a } from '../../engine/src/a.js';\n" },
      /from outside web\/page/,
    ],
    [
      'an engine with a dependency',
      { 'web/engine/src/types.ts': "import 'preact';\n" },
      /has no dependency/,
    ],
    [
      'Node in the browser entry',
      { 'web/engine/src/types.ts': "import 'node:fs';\n" },
      /only \*\.node\.ts may/,
    ],
    [
      'an upward import in the package',
      { 'web/engine/src/edge/a.ts': "import type { A } from '../layers/a.js';\n" },
      /edge imports layers; it may use edge/,
    ],
    [
      'a cycle of type-only imports',
      {
        'web/engine/src/edge/a.ts': "import type { B } from './b.js';\n",
        'web/engine/src/edge/b.ts': "import type { A } from './a.js';\n",
      },
      /b\.ts → a\.ts → b\.ts|a\.ts → b\.ts → a\.ts/,
    ],
    [
      'a formula in TypeScript',
      { 'web/page/src/app.ts': 'const y = Math.tanh(x);\n' },
      /belong in the core/,
    ],
    [
      "Eigen's resize",
      { 'src/ffn/core/x.h': 'void f() { m.resize(2, 3); }\n' },
      /ffn::resize survives/,
    ],
    ['code from strings', { 'web/engine/src/load.ts': "new Function('return 1');\n" }, /never run/],
    [
      'a page written by a script',
      { 'web/page/src/entries/theme.js': "document.write('<p>');\n" },
      /never run/,
    ],
    [
      'markup from strings',
      { 'web/page/src/app.ts': 'node.innerHTML = name;\n' },
      /text reaches the page as text/,
    ],
    ['a stray top-level file', { 'notes.txt': '\n' }, /not part of the top level/],
    [
      'a lock file with addresses',
      { 'web/package-lock.json': locked({ resolved: 'https://example.org' }) },
      /host of a registry/,
    ],
    [
      'a package without a SHA-512 hash',
      { 'web/package-lock.json': locked({ integrity: 'sha1-AA==' }) },
      /node_modules\/it has no SHA-512/,
    ],
    [
      'a package from no registry',
      {
        'web/package-lock.json': locked({
          integrity: 'sha512-AA==',
          dependencies: { other: 'git+https://example.org/other' },
        }),
      },
      /other@git.* comes from no registry/,
    ],
  ])('finds %s', (_what, change, message) => {
    const found = problems({ ...valid, ...change });
    expect(
      found.some((problem) => message.test(problem)),
      found.join('\n'),
    ).toBe(true);
  });
});

/** A file of the page with one import. */
const page = (path: string, target: string) => ({
  [`web/page/src/${path}`]: `import { it } from '${target}';\n`,
});

describe("the page's folders", () => {
  it.each([
    ['a step with a chart', page('steps/a/step.tsx', '../../charts/plot.tsx')],
    ['a step with its own file', page('steps/a/step.tsx', './recipe.ts')],
    ['a recipe of a step', page('steps/a/recipe.ts', '../../compute/recipe.ts')],
    ['a chart with number formats', page('charts/plot.tsx', '../words/number_text.ts')],
    ['the shell with the list of steps', page('shell/contents.tsx', '../steps/index.ts')],
    ['the list of steps', page('steps/index.ts', './a/step.tsx')],
    ['the application', page('app.tsx', './steps/a/step.tsx')],
    ['a module that the edition provides', page('worker.ts', '#edition/load_lab.ts')],
    [
      'the address of a script of workers',
      page('editions/folder/start_worker.ts', '../../worker.ts?worker&url'),
    ],
    ['a style sheet', page('steps/a/step.tsx', '../b/b.css')],
    ['the packed package', { 'ffn-lab-0.1.0.tgz': '' }],
  ])('allows %s', (_what, files) => {
    expect(problems({ ...valid, ...files })).toEqual([]);
  });

  it.each([
    [
      'a step that imports a step',
      page('steps/a/step.tsx', '../b/plot.tsx'),
      /steps\/a imports steps\/b\/plot\.tsx; it may use/,
    ],
    [
      'a step that imports the list of steps',
      page('steps/a/step.tsx', '../index.ts'),
      /steps\/a imports steps\/index\.ts/,
    ],
    [
      'a step that imports the shell',
      page('steps/a/step.tsx', '../../shell/guide.tsx'),
      /steps\/a imports shell/,
    ],
    [
      'numbers that import a step',
      page('numbers/a.ts', '../steps/a/calls.ts'),
      /numbers imports steps\/a/,
    ],
    [
      'a recipe that imports a value',
      page('compute/a.ts', '../numbers/a.tsx'),
      /compute imports numbers/,
    ],
    [
      'a connection that imports an edition',
      page('compute/a.ts', '#edition/b.ts'),
      /compute imports editions/,
    ],
    [
      'a chart that imports the store',
      page('charts/a.tsx', '../numbers/store.ts'),
      /charts imports numbers/,
    ],
    [
      'a control that imports a number',
      page('controls/a.tsx', '../numbers/value.tsx'),
      /controls imports numbers/,
    ],
    [
      'words that import the messages of a step',
      page('words/a.ts', '../steps/a/messages/en.json'),
      /words imports steps\/a/,
    ],
    ['an unknown folder', page('late/a.ts', '../words/i18n.ts'), /late is no folder of the page/],
    [
      'a type that is imported upward',
      { 'web/page/src/words/a.ts': "import type { Store } from '../numbers/store.ts';\n" },
      /words imports numbers\/store\.ts/,
    ],
    [
      'a cycle of types',
      {
        'web/page/src/words/a.ts': "import type { B } from './b.ts';\n",
        'web/page/src/words/b.ts': "import type { A } from './a.ts';\n",
      },
      /import cycle: (a\.ts → b\.ts → a\.ts|b\.ts → a\.ts → b\.ts)/,
    ],
    [
      'a cycle through an edition',
      {
        ...page('compute/a.ts', '#edition/b.ts'),
        ...page('editions/single_file/b.ts', '../../compute/a.ts'),
      },
      /import cycle/,
    ],
  ])('finds %s', (_what, files, message) => {
    expect(problems({ ...valid, ...files }).join('\n')).toMatch(message);
  });
});
