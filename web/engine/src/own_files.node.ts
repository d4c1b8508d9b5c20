import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FfnError, type Url } from './edge/index.js';
import type { OwnFiles } from './own_files.js';

/** Next.js bundles `new URL` as an object without a protocol: the path on the site. */
const can_open = ({ protocol }: Url) => protocol !== '';

const is_missing = (address: Url | undefined) =>
  address === undefined ||
  !can_open(address) ||
  (address.protocol === 'file:' && !existsSync(fileURLToPath(address.href)));

/** Returns the folder of the package that a program in a file would import. */
function package_of(program: string): URL | undefined {
  try {
    return new URL('dist/', pathToFileURL(createRequire(program).resolve('ffn-lab/package.json')));
  } catch {
    return undefined;
  }
}

export const own_files: OwnFiles = {
  /**
   * Finds the package that the program, or one in the working folder, would import. `load` compares
   * the builds of code and module, so another version of the package is refused.
   */
  find_package(address) {
    if (!is_missing(address)) return undefined;
    const [, program = ''] = process.argv;
    return package_of(program) ?? package_of(join(process.cwd(), 'program.js'));
  },

  can_open,

  advice:
    "if a bundler has moved the code of ffn-lab, leave it out of the bundle (esbuild, webpack, Vite: external; Next.js: serverExternalPackages: ['ffn-lab']) or pass load({ wasm_url })",
};

/**
 * Returns the address of the script of a pool's workers. It is not the static `new URL` that bundlers
 * recognize: webpack bundles the worker for Node.js into a script that does not start.
 * @throws FfnError `worker_failed`
 */
export function own_worker(): URL {
  const code = import.meta.url as string | undefined; // undefined in scripts that are no modules
  const beside = code === undefined ? undefined : new URL('worker.node.js', code);
  const folder = own_files.find_package(beside);
  const address = folder === undefined ? beside : new URL('worker.node.js', folder.href);
  if (address !== undefined) return address;
  const advice = 'pass the address of ffn-lab/worker: lab.pool({ worker_url })';
  throw new FfnError('worker_failed', `the script of the workers is not found; ${advice}`);
}
