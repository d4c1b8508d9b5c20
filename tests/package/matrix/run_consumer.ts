/** Makes consumers as new users do: npm installs the packed package and the newest release of a tool. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { visit } from '../browsers.js';
import { make_consumer } from '../consumer.js';
import type { Outcome } from '../outcome.js';
import { run_script, type Served, start_server } from '../processes.js';

export interface Consumer {
  readonly name: string;
  /** Packages that npm installs; the first has the version in the table. */
  readonly packages: readonly string[];
  /** The version where there are none. */
  readonly version?: (browser: Browser) => string;
  readonly templates: readonly string[];
  /** The line that the consumer needs, as in the README of the package; undefined for none. */
  readonly configuration?: string;
  /** Runs the consumer in its project. @returns its outcome, or only the output of the network */
  readonly run: (folder: string, browser: Browser) => Promise<Outcome | readonly number[]>;
  /** Variant that `load()` selects; default `relaxed`, as in the browsers. */
  readonly variant?: 'simd';
  /** Whether the page and its worker can open pools; default true. */
  readonly pools?: boolean;
  /** Whether the worker can; default: `pools`. */
  readonly pools_in_worker?: boolean;
}

/** Creates a project from templates in which npm has installed `packages`, such as `vite@7`. */
export function make_project(packages: readonly string[], ...templates: string[]): string {
  const folder = make_consumer(...templates);
  if (packages.length === 0) return folder;
  const quiet = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, ...packages], { cwd: folder, timeout: 600_000 });
  return folder;
}

const manifest_of = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly bin: string | Readonly<Record<string, string>>;
  };

export const version_of = (folder: string, name: string): string =>
  manifest_of(folder, name).version;

/** Returns the path of a package's command, of the package's name without its scope. */
function command_of(folder: string, name: string, command = name): string {
  const { bin } = manifest_of(folder, name);
  const file = typeof bin === 'string' ? bin : bin[command];
  if (file === undefined) throw new Error(`${name} has no command ${command}`);
  return join(folder, 'node_modules', name, file);
}

/** Runs a command of an installed package. @returns its output */
export const run_tool = (folder: string, name: string, ...args: readonly string[]): string =>
  run_script(folder, command_of(folder, name), ...args);

/** Starts a server that is a command of an installed package. */
export const start_tool = (
  folder: string,
  name: string,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<Served> => start_server(folder, command_of(folder, name), args, env);

/** Opens a page of the server, ends the server, and returns the outcome of the page. */
export async function outcome_of_page(
  browser: Browser,
  served: Served,
  path = '',
): Promise<Outcome> {
  try {
    return (await visit(browser, served.address + path)).outcome;
  } finally {
    await served.close();
  }
}
