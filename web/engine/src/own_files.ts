/** The package's own files, also where a bundler has moved its code. */
import { FfnError, type Url, type Variant } from './edge/index.js';

/** How a platform finds the files that are not beside the code. */
export interface OwnFiles {
  /**
   * Returns the folder `dist` of the package if the file is not at `address`, where it would be
   * beside the code (undefined if the place of the code is unknown); undefined if it is, or may be.
   */
  readonly find_package: (address: Url | undefined) => Url | undefined;
  /** Returns whether the platform can open the address that a bundler puts in place of the file's. */
  readonly can_open: (address: Url) => boolean;
  /** The ways on if a file is not found; ends a sentence. */
  readonly advice: string;
}

// Static URLs, so that bundlers recognize them. They are computed when they are needed, because in
// scripts that are no modules import.meta.url is undefined, and `new URL` throws.
const beside_code: Readonly<Record<Variant, () => Url>> = {
  relaxed: () => new URL('./wasm/ffn-lab.relaxed.wasm', import.meta.url),
  simd: () => new URL('./wasm/ffn-lab.simd.wasm', import.meta.url),
};

function address_beside_code(variant: Variant): Url | undefined {
  try {
    return beside_code[variant]();
  } catch {
    return undefined;
  }
}

function wasm_address(variant: Variant, { find_package, can_open, advice }: OwnFiles): Url {
  const beside = address_beside_code(variant);
  const folder = find_package(beside);
  if (folder !== undefined) return new URL(`wasm/ffn-lab.${variant}.wasm`, folder.href);
  if (beside !== undefined && can_open(beside)) return beside;
  const where = `the place of ffn-lab.${variant}.wasm is not known in this bundle`;
  throw new FfnError('load_failed', `${where}; ${advice}`);
}

/**
 * Returns what `read` makes of a variant's .wasm file. @throws FfnError `load_failed`, with advice if
 * the file is not there
 */
export async function read_own_wasm<Content>(
  variant: Variant,
  files: OwnFiles,
  read: (address: Url) => Promise<Content>,
): Promise<Content> {
  const address = wasm_address(variant, files);
  try {
    return await read(address);
  } catch (error) {
    if (!(error instanceof FfnError) || error.code !== 'load_failed') throw error;
    throw new FfnError('load_failed', `${error.message}; ${files.advice}`, { cause: error.cause });
  }
}

/**
 * Returns the address of another file of the package if its code is not in the package; undefined
 * if the file is beside the code, where bundlers recognize its static URL.
 */
export const moved_file = (name: string, { find_package }: OwnFiles): Url | undefined => {
  const folder = find_package(address_beside_code('simd'));
  return folder && new URL(name, folder.href);
};
