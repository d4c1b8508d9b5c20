import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { FfnError, load } from 'ffn-lab';
import type { Variant } from 'ffn-lab';
import { probes as build_probes } from '../probe_variant.mjs';
import { probes } from '../../web/engine/src/edge/variant.js';
import { file_of_other_variant, refused_variants, runnable_variants } from './variants.js';

const dist = new URL('../../web/engine/dist/', import.meta.url);
const wasm = (variant: Variant) => new URL(`wasm/ffn-lab.${variant}.wasm`, dist);

async function code_of(loading: Promise<unknown>): Promise<string> {
  return loading.then(
    () => 'loaded',
    (error: unknown) => (error instanceof FfnError ? error.code : String(error)),
  );
}

describe('load', () => {
  it('selects the best variant and reports why not a better one', async () => {
    const lab = await load();
    const { variant, refused, version, build, heap_bytes } = lab.info();
    expect(variant).toBe(runnable_variants[0]);
    expect(refused.map((refusal) => refusal.variant)).toEqual(refused_variants);
    for (const { reason } of refused) expect(reason).toMatch(/does not support/);
    const manifest = JSON.parse(readFileSync(new URL('../package.json', dist), 'utf8')) as {
      version: string;
    };
    expect(version).toBe(manifest.version);
    const file = readFileSync(wasm(variant)); // its last section is `build`
    expect(build).toMatch(/^[0-9a-f]{16}$/);
    expect(build).toBe(file.subarray(-16).toString('latin1'));
    expect(lab.info().sha256).toBe(createHash('sha256').update(file).digest('hex'));
    expect(heap_bytes % 65536).toBe(0);
    expect(heap_bytes).toBeGreaterThan(0);
  });

  it('rejects a variant that this engine cannot run, and unknown ones', async () => {
    for (const variant of refused_variants)
      expect(await code_of(load({ variant }))).toBe('unsupported');
    expect(await code_of(load({ variant: 'fastest' as never }))).toBe('invalid_argument');
  });

  it('names the feature of WebAssembly that is missing, and the engines that have it', async () => {
    const missing = (what: string) =>
      `this JavaScript engine does not support ${what}; ffn-lab needs Chrome 100, Firefox 100, Safari 16.4, Node.js 20 or newer`;
    const { validate } = WebAssembly;
    /** The rejection in an engine that refuses these modules. */
    const refusing = async (...refused: readonly (readonly number[])[]) => {
      const texts = refused.map((probe) => probe.join());
      vi.spyOn(WebAssembly, 'validate').mockImplementation(
        (bytes) => !texts.includes(Array.from(bytes as Uint8Array).join()) && validate(bytes),
      );
      return load({ variant: 'simd' }).catch((error: unknown) => error);
    };
    const { simd, relaxed, exceptions } = probes;
    for (const [error, message] of [
      [await refusing(simd, relaxed), missing('WebAssembly SIMD')],
      [await refusing(exceptions), missing('WebAssembly exceptions')],
    ])
      expect(error).toMatchObject({ name: 'FfnError', code: 'unsupported', message });
    vi.restoreAllMocks();
    vi.stubGlobal('WebAssembly', undefined);
    await expect(load()).rejects.toMatchObject({
      code: 'unsupported',
      message: missing('WebAssembly'),
    });
    vi.unstubAllGlobals();
  });

  it('loads from a URL and from a compiled module', async () => {
    const url = wasm('simd');
    expect((await load({ variant: 'simd', wasm_url: url })).info().variant).toBe('simd');
    expect((await load({ variant: 'simd', wasm_url: url.href })).info().variant).toBe('simd');
    const wasm_module = await WebAssembly.compile(readFileSync(url));
    expect((await load({ variant: 'simd', wasm_module })).info().variant).toBe('simd');
  });

  it('reports why a file is invalid', async () => {
    expect(await code_of(load({ wasm_url: new URL('no-such-file.wasm', dist) }))).toBe(
      'load_failed',
    );
    await expect(load({ wasm_url: new URL('index.js', dist) })).rejects.toThrow(
      /is not a WebAssembly module/,
    );
    const half = readFileSync(wasm('simd')).subarray(0, 50_000).toString('base64');
    await expect(
      load({ variant: 'simd', wasm_url: `data:application/wasm;base64,${half}` }),
    ).rejects.toThrow(/does not compile/);
    const other_module = new Uint8Array(readFileSync(wasm('simd')).subarray(0, 8)); // a valid, empty module
    await expect(load({ wasm_module: await WebAssembly.compile(other_module) })).rejects.toThrow(
      'is not part of this package',
    );
    const other = load({
      variant: 'simd',
      wasm_module: await WebAssembly.compile(file_of_other_variant()),
    });
    await expect(other).rejects.toThrow('is of variant fast; expected variant simd');
    expect(await code_of(other)).toBe('load_failed');
  });

  it.each(['http://', 'ffn-lab.simd.wasm', '/ffn-lab.simd.wasm'])(
    'rejects an address that is not absolute: %s',
    async (wasm_url) => {
      await expect(load({ wasm_url })).rejects.toMatchObject({
        code: 'invalid_argument',
        message: `wasm_url is "${wasm_url}"; expected an absolute address, such as pathToFileURL(path) of node:url`,
      });
    },
  );

  it('rejects a module of another build', async () => {
    const file = readFileSync(wasm('simd'));
    file.write('0123456789abcdef', file.length - 16, 'latin1'); // the last section is `build`
    const other = load({ variant: 'simd', wasm_module: await WebAssembly.compile(file) });
    await expect(other).rejects.toThrow(
      'of variant simd and its JavaScript come from different builds',
    );
    expect(await code_of(other)).toBe('load_failed');
  });

  it('can be tried again after a failed start', async () => {
    const instantiate = vi.spyOn(WebAssembly, 'instantiate');
    instantiate
      .mockRejectedValueOnce(new Error('no memory left'))
      .mockRejectedValueOnce(new RangeError('no memory left'));
    try {
      await expect(load()).rejects.toThrow(
        /^the WebAssembly module of variant \w+ does not start: Error: no memory left$/,
      );
      expect(await code_of(load())).toBe('out_of_memory');
    } finally {
      instantiate.mockRestore();
    }
    expect(await code_of(load())).toBe('loaded');
  });

  it('works in a worker thread', async () => {
    const source = `
      import { parentPort } from 'node:worker_threads';
      import { load } from ${JSON.stringify(new URL('index.node.js', dist).href)};
      const lab = await load();
      parentPort.postMessage([...lab.activation('gelu', [1]).value]);`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
    const [value] = await new Promise<number[]>((resolve, reject) =>
      worker.once('message', resolve).once('error', reject),
    );
    expect(value).toBe(Math.fround(0.8413447460685429));
  });

  it('has no Node imports in the browser entry and no code from strings', () => {
    const text = (name: string) => readFileSync(new URL(name, dist), 'utf8');
    for (const name of [
      'index.js',
      'load.js',
      'own_files.js',
      'own_files.browser.js',
      'wasm/ffn-lab.js',
    ]) {
      expect(text(name)).not.toMatch(/node:|require\(/);
      expect(text(name)).not.toMatch(/new Function\(|\beval\(/);
    }
  });

  it('uses the same probe modules as the build', () => {
    expect(probes).toMatchObject(build_probes);
  });
});
