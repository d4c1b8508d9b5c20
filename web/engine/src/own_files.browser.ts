import type { OwnFiles } from './own_files.js';

export const own_files: OwnFiles = {
  /**
   * Finds the package behind Vite's development server: up to version 7 it moves the code of
   * packages to node_modules/.vite, but not the files beside it.
   */
  find_package(address) {
    const [, modules] = /^(.*\/node_modules\/)\.vite\//.exec(address?.href ?? '') ?? [];
    return modules === undefined ? undefined : new URL(`${modules}ffn-lab/dist/`);
  },

  can_open: () => true,

  advice:
    "if a bundler has moved the code of ffn-lab, copy the folder dist/wasm of the package beside the bundle or pass load({ variant: 'simd', wasm_url }), in Cloudflare's runtime wasm_module; in development with Vite set optimizeDeps: { exclude: ['ffn-lab'] }",
};
