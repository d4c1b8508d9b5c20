/**
 * Global setup of the package's tests: runs `npm pack` and installs the tarball into an empty
 * project, offline.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the packed package. */
    tarball: string;
    /**
     * A project outside this tree with the package in its node_modules; `consumers` is a folder for
     * other projects.
     */
    installed: string;
    consumers: string;
  }
}

const engine = fileURLToPath(new URL('../../web/engine/', import.meta.url));
const npm = (folder: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 600_000,
  });

function install(folder: string): { tarball: string; installed: string } {
  const [packed] = JSON.parse(npm(engine, 'pack', '--json', '--pack-destination', folder)) as [
    { filename: string },
  ];
  const installed = join(folder, 'installed');
  mkdirSync(installed);
  writeFileSync(
    join(installed, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  );
  npm(installed, 'install', `../${packed.filename}`, '--ignore-scripts');
  return { tarball: join(folder, packed.filename), installed };
}

export default function setup(project: TestProject): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ffn-lab-package-')));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { tarball, installed } = install(folder);
    project.provide('tarball', tarball);
    project.provide('installed', installed);
    project.provide('consumers', folder);
    return remove;
  } catch (error) {
    remove();
    throw error;
  }
}
