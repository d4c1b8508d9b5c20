/**
 * Whose work the page carries, and under which licences: read from the packages that are installed, and from the list that the build of
 * the core has left. The texts are the file licenses.txt.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const web = fileURLToPath(new URL('../../', import.meta.url));

export interface License {
  readonly group: 'core' | 'page' | 'font';
  readonly name: string;
  readonly version: string;
  /** SPDX. */
  readonly license: string;
  readonly url: string;
  readonly text: string;
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly repository?: string | { readonly url: string };
  readonly homepage?: string;
}

const read_json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

function folder_of(name: string, user: string): string {
  const nested = `${user}/node_modules/${name}`;
  return existsSync(nested) ? nested : `${web}node_modules/${name}`;
}

/** Where its sources are: a repository is written in many ways. */
function address_of({ repository, homepage = '' }: Package): string {
  const given = typeof repository === 'string' ? repository : (repository?.url ?? homepage);
  const path = given
    .replace(/^git\+/, '')
    .replace(/^git@github\.com:/, 'https://github.com/')
    .replace(/\.git$/, '');
  return /^[\w-]+\/[\w.-]+$/.test(path) ? `https://github.com/${path}` : path;
}

/** Tools list the licences of what they are made of below their own; of a tool, its own code alone is in the page. */
function text_of(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));
  if (file === undefined) throw new Error(`${folder}: no licence beside the package`);
  return readFileSync(`${folder}/${file}`, 'utf8')
    .replace(/^# Licenses of bundled dependencies[^]*/m, '')
    .trim();
}

function license_of(folder: string): License {
  const own = read_json(`${folder}/package.json`) as Package;
  const { name, version, license } = own;
  return { group: name.startsWith('@fontsource') ? 'font' : 'page', name, version, license, url: address_of(own), text: text_of(folder) };
}

/** The packages by name, each with those that it needs. */
function installed(names: readonly string[], user: string, found = new Map<string, string>()): Map<string, string> {
  for (const name of names) {
    if (found.has(name)) continue;
    const folder = folder_of(name, user);
    found.set(name, folder);
    installed(Object.keys((read_json(`${folder}/package.json`) as Package).dependencies ?? {}), folder, found);
  }
  return found;
}

function of_page(): License[] {
  const { dependencies = {} } = read_json(`${web}page/package.json`) as Package;
  const names = Object.keys(dependencies).filter((name) => name !== 'ffn-lab');
  const folders = [...installed(names, `${web}page`).values()];
  // Both leave a few lines of their own in what they put together.
  const tools = ['vite', 'rolldown'].map((name) => folder_of(name, `${web}page`));
  return [...folders, ...tools].map(license_of);
}

function of_core(): License[] {
  const path = `${web}engine/dist/third_party.json`;
  if (!existsSync(path)) throw new Error(`${path} is missing: web/serve --build-only makes it`);
  return (read_json(path) as Omit<License, 'group'>[]).map((library) => ({ group: 'core', ...library }));
}

export function list_licenses(): License[] {
  const by_name = (a: License, b: License) => (a.name < b.name ? -1 : 1);
  return [...of_core(), ...of_page().sort(by_name)];
}

/** Of this project. */
export function own_license() {
  const text = readFileSync(`${web}engine/LICENSE`, 'utf8').trim();
  const [, year = '', holder = ''] = /^Copyright \(c\) (\d+) (.+)$/m.exec(text) ?? [];
  return { year, holder, text };
}

/** All texts in one. */
export function licenses_text(): string {
  const ruler = '='.repeat(78);
  const parts = list_licenses().map(({ name, version, license, url, text }) => `${name} ${version}\n${license}\n${url}\n\n${text}`);
  return `${[`FFN Lab\n\n${own_license().text}`, ...parts].join(`\n\n${ruler}\n\n`)}\n`;
}

function list_module(): string {
  const { year, holder } = own_license();
  const licenses = list_licenses().map(({ group, name, version, license, url }) => ({ group, name, version, license, url }));
  const exported = { year, holder, licenses };
  return Object.entries(exported)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

const modules: Readonly<Record<string, () => string>> = {
  'virtual:licenses': list_module,
  'virtual:licenses_text': () => `export default ${JSON.stringify(licenses_text())};`,
};

/** `file`: licenses.txt beside the pages; without, whoever wants the texts imports them. */
export function licenses({ file }: { readonly file: boolean }): Plugin {
  return {
    name: 'licenses',
    resolveId: (source) => (source in modules ? `\0${source}` : undefined),
    load: (resolved) => modules[resolved.slice(1)]?.(),
    generateBundle() {
      if (file) this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: licenses_text() });
    },
  };
}
