/** The package's files where a bundler has moved its code. */
import { describe, expect, it } from 'vitest';
import { FfnError } from '../../web/engine/src/edge/errors.js';
import { own_files as in_browsers } from '../../web/engine/src/own_files.browser.js';
import { own_files as in_node } from '../../web/engine/src/own_files.node.js';
import { moved_file, read_own_wasm } from '../../web/engine/src/own_files.js';

const origin = 'http://127.0.0.1:5173';

describe('in browsers', () => {
  it('are in node_modules where Vite has moved the code to its cache', () => {
    const moved = new URL(`${origin}/node_modules/.vite/deps/wasm/ffn-lab.simd.wasm`);
    expect(in_browsers.find_package(moved)?.href).toBe(`${origin}/node_modules/ffn-lab/dist/`);
  });

  it('are beside the code everywhere else', () => {
    const beside = new URL(`${origin}/assets/ffn-lab.simd.wasm`);
    expect(in_browsers.find_package(beside)).toBeUndefined();
    expect(in_browsers.find_package(undefined)).toBeUndefined();
  });
});

describe('in Node.js', () => {
  it('are those that a program in this folder would import, if they are not beside the code', () => {
    const missing = new URL('file:///no_such_folder/ffn-lab.simd.wasm');
    for (const address of [missing, undefined])
      expect(in_node.find_package(address)?.href).toMatch(/\/engine\/dist\/$/);
  });

  it('are beside the code if they exist, or are no files', () => {
    expect(in_node.find_package(new URL(import.meta.url))).toBeUndefined();
    expect(in_node.find_package(new URL(`${origin}/ffn-lab.simd.wasm`))).toBeUndefined();
  });
});

describe('a file of the package', () => {
  const nowhere = {
    find_package: () => undefined,
    can_open: () => true,
    advice: 'pass load({ wasm_url })',
  };
  const elsewhere = { ...nowhere, find_package: () => new URL(`${origin}/ffn-lab/dist/`) };

  it('is read from the folder that was found', async () => {
    const address = await read_own_wasm('simd', elsewhere, ({ href }) => Promise.resolve(href));
    expect(address).toBe(`${origin}/ffn-lab/dist/wasm/ffn-lab.simd.wasm`);
    expect(moved_file('worker.js', elsewhere)?.href).toBe(`${origin}/ffn-lab/dist/worker.js`);
    expect(moved_file('worker.js', nowhere)).toBeUndefined();
  });

  it('that cannot be loaded is an error with advice', async () => {
    const failed = read_own_wasm('simd', nowhere, () =>
      Promise.reject(new FfnError('load_failed', 'the address answers 404')),
    );
    await expect(failed).rejects.toMatchObject({
      code: 'load_failed',
      message: 'the address answers 404; pass load({ wasm_url })',
    });
  });

  it('whose address the platform cannot open is an error with advice', async () => {
    const path = { href: '/_next/static/media/ffn-lab.simd.wasm', protocol: '' } as URL;
    expect(in_node.can_open(path)).toBe(false);
    expect(in_node.find_package(path)?.href).toMatch(/\/engine\/dist\/$/);
    const unopened = { ...nowhere, can_open: () => false };
    const failed = read_own_wasm('simd', unopened, () => Promise.resolve('content'));
    await expect(failed).rejects.toMatchObject({
      code: 'load_failed',
      message:
        'the place of ffn-lab.simd.wasm is not known in this bundle; pass load({ wasm_url })',
    });
  });

  it('whose reading is aborted rejects with the reason', async () => {
    const reason = new Error('enough');
    const aborted = read_own_wasm('simd', nowhere, () => Promise.reject(reason));
    await expect(aborted).rejects.toBe(reason);
  });
});
