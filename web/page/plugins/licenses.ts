/**
 * Collects the third-party licences of the page: from the installed packages, and from
 * third_party.json, which the build of the core writes. Emits their texts as licenses.txt.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const web = fileURLToPath(new URL('../../', import.meta.url));

export interface License {
  readonly group: 'core' | 'page' | 'font';
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
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

/** Returns the folder of a package that the package in the folder `dependent` imports. */
function folder_of(name: string, dependent: string): string {
  const nested = `${dependent}/node_modules/${name}`;
  return existsSync(nested) ? nested : `${web}node_modules/${name}`;
}

/** Returns the URL of a package's repository, which package.json can state in several forms. */
function address_of({ repository, homepage = '' }: Package): string {
  const given = typeof repository === 'string' ? repository : (repository?.url ?? homepage);
  const path = given
    .replace(/^git\+/, '')
    .replace(/^git@github\.com:/, 'https://github.com/')
    .replace(/\.git$/, '');
  return /^[\w-]+\/[\w.-]+$/.test(path) ? `https://github.com/${path}` : path;
}

/**
 * Returns a package's licence. Removes the list of bundled dependencies of build tools, whose code
 * is not in the page.
 */
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
  return {
    group: name.startsWith('@fontsource') ? 'font' : 'page',
    name,
    version,
    license,
    url: address_of(own),
    text: text_of(folder),
  };
}

/** Returns the folders of the named packages and their transitive dependencies, by name. */
function installed(
  names: readonly string[],
  dependent: string,
  found = new Map<string, string>(),
): Map<string, string> {
  for (const name of names) {
    if (found.has(name)) continue;
    const folder = folder_of(name, dependent);
    found.set(name, folder);
    installed(
      Object.keys((read_json(`${folder}/package.json`) as Package).dependencies ?? {}),
      folder,
      found,
    );
  }
  return found;
}

function page_licenses(): License[] {
  const { dependencies = {} } = read_json(`${web}page/package.json`) as Package;
  const names = Object.keys(dependencies).filter((name) => name !== 'ffn-lab');
  const folders = [...installed(names, `${web}page`).values()];
  // Both add a few lines of their own code to the bundles.
  const tools = ['vite', 'rolldown'].map((name) => folder_of(name, `${web}page`));
  return [...folders, ...tools].map(license_of);
}

function core_licenses(): License[] {
  const path = `${web}engine/dist/third_party.json`;
  if (!existsSync(path)) throw new Error(`${path} is missing: web/serve --build-only makes it`);
  return (read_json(path) as Omit<License, 'group'>[]).map((library) => ({
    group: 'core',
    ...library,
  }));
}

export function list_licenses(): License[] {
  const by_name = (a: License, b: License) => (a.name < b.name ? -1 : 1);
  return [...core_licenses(), ...page_licenses().sort(by_name)];
}

/** Returns the licence of this project. */
export function own_license() {
  const text = readFileSync(`${web}engine/LICENSE`, 'utf8').trim();
  const [, year = '', holder = ''] = /^Copyright \(c\) (\d+) (.+)$/m.exec(text) ?? [];
  return { year, holder, text };
}

/** Returns the text of licenses.txt. */
export function licenses_text(): string {
  const ruler = '='.repeat(78);
  const parts = list_licenses().map(
    ({ name, version, license, url, text }) => `${name} ${version}\n${license}\n${url}\n\n${text}`,
  );
  return `${[`FFN Lab\n\n${own_license().text}`, ...parts].join(`\n\n${ruler}\n\n`)}\n`;
}

function list_module(): string {
  const { year, holder } = own_license();
  const licenses = list_licenses().map(({ group, name, version, license, url }) => ({
    group,
    name,
    version,
    license,
    url,
  }));
  const exported = { year, holder, licenses };
  return Object.entries(exported)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

const modules: Readonly<Record<string, () => string>> = {
  'virtual:licenses': list_module,
  'virtual:licenses_text': () =>
    `export default ${JSON.stringify(gzipSync(licenses_text(), { level: 9 }).toString('base64'))};`,
};

/**
 * Provides the virtual modules above; `file`: also emits licenses.txt. The single-file edition
 * imports the texts instead.
 */
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
