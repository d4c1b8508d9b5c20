/** The list of licences names every dependency with a version and a licence text. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { licenses_text, list_licenses, own_license } from '../../web/page/plugins/licenses.ts';
import { bibtex, iso_date, public_address } from '../../web/page/src/steps/proof/citation.ts';

const read_package = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../web/${path}/package.json`, import.meta.url), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };

describe('the list of licences', () => {
  const list = list_licenses();
  const names = list.map(({ name }) => name);

  it.each(['page', 'engine'])('names each dependency of web/%s with its dependencies', (folder) => {
    const direct = Object.keys(read_package(folder).dependencies ?? {}).filter(
      (name) => name !== 'ffn-lab',
    );
    const further = direct.flatMap((name) =>
      Object.keys(read_package(`node_modules/${name}`).dependencies ?? {}),
    );
    for (const name of [...direct, ...further]) expect(names).toContain(name);
  });

  it('names the libraries compiled into the core', () => {
    const core = list
      .filter(({ group }) => group === 'core')
      .map(({ name, license }) => `${name} ${license}`);
    expect(core).toEqual([
      'Eigen MPL-2.0',
      'nlohmann/json MIT',
      'Emscripten MIT',
      'musl MIT',
      'LLVM libc++, libc++abi, libunwind, compiler-rt Apache-2.0 WITH LLVM-exception',
    ]);
  });

  it('has each once, with a version, an address and a text', () => {
    expect(new Set(names).size).toBe(names.length);
    for (const { name, version, url, text, license } of list) {
      expect(version, name).toMatch(/^\d+\.\d+/);
      expect(url, name).toMatch(/^https:\/\/[\w.-]+/);
      expect(text.length, name).toBeGreaterThan(500);
      expect(license, name).toMatch(
        /^(MIT|ISC|MPL-2\.0|OFL-1\.1|BSD-3-Clause|Apache-2\.0( WITH LLVM-exception)?)$/,
      );
    }
  });

  it('is in the built page with all texts, the project’s own first', () => {
    expect(own_license()).toMatchObject({
      year: expect.stringMatching(/^\d{4}$/) as string,
      holder: 'The FFN Lab authors',
    });
    expect(readFileSync(new URL('../../web/page/dist/licenses.txt', import.meta.url), 'utf8')).toBe(
      licenses_text(),
    );
    expect(licenses_text()).toMatch(/^FFN Lab\n\nMIT License/);
  });
});

describe('the citation', () => {
  it('is valid BibTeX', () => {
    const cited = {
      holder: 'A & B',
      year: '2026',
      title: 'FFN: 100% of_it',
      version: '0.1.0',
      build: 'abc',
      address: 'https://x.org/en/#v=2',
      date: '2026-02-03',
    };
    const text = bibtex(cited);
    expect(text).toContain('author = {{A \\& B}},');
    expect(text).toContain('title = {FFN: 100\\% of\\_it},');
    expect(text).toContain('url = {https://x.org/en/#v=2},');
    expect(text.split('{').length).toBe(text.split('}').length);
  });

  it('has the user’s date, and no path of the user’s disk', () => {
    expect(iso_date(new Date(2026, 0, 9, 23, 59))).toBe('2026-01-09');
    expect(public_address('https://x.org/en/#v=2&a=2', '#v=2')).toBe('https://x.org/en/#v=2');
    expect(public_address('file:///home/anna/ffn-lab.en.html#v=2', '#v=2&x=2')).toBe(
      'ffn-lab.en.html#v=2&x=2',
    );
  });
});
