import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { FfnError, load } from 'ffn-lab';
import type { Variant } from 'ffn-lab';
import { probes as build_probes } from '../probe_variant.mjs';
import { probes } from '../../web/engine/src/edge/variant.js';
import { refused_variants, runnable_variants } from './variants.js';

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

  it('falls back to scalar without SIMD and rejects without WebAssembly', async () => {
    const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    try {
      const { variant, refused } = (await load()).info();
      expect(variant).toBe('scalar');
      expect(refused.map((refusal) => refusal.variant)).toEqual(['relaxed', 'simd']);
    } finally {
      validate.mockRestore();
    }
    vi.stubGlobal('WebAssembly', undefined);
    expect(await code_of(load())).toBe('unsupported');
    vi.unstubAllGlobals();
  });

  it('loads from a URL and from a compiled module', async () => {
    const url = wasm('scalar');
    expect((await load({ variant: 'scalar', wasm_url: url })).info().variant).toBe('scalar');
    expect((await load({ variant: 'scalar', wasm_url: url.href })).info().variant).toBe('scalar');
    const wasm_module = await WebAssembly.compile(readFileSync(url));
    expect((await load({ variant: 'scalar', wasm_module })).info().variant).toBe('scalar');
  });

  it('reports why a file is invalid', async () => {
    expect(await code_of(load({ wasm_url: new URL('no-such-file.wasm', dist) }))).toBe(
      'load_failed',
    );
    await expect(load({ wasm_url: new URL('index.js', dist) })).rejects.toThrow(
      /is not a WebAssembly module/,
    );
    const half = readFileSync(wasm('scalar')).subarray(0, 50_000).toString('base64');
    await expect(
      load({ variant: 'scalar', wasm_url: `data:application/wasm;base64,${half}` }),
    ).rejects.toThrow(/does not compile/);
    const other_module = new Uint8Array(readFileSync(wasm('scalar')).subarray(0, 8)); // a valid, empty module
    await expect(load({ wasm_module: await WebAssembly.compile(other_module) })).rejects.toThrow(
      'is not part of this package',
    );
    const other = load({ variant: 'scalar', wasm_url: wasm('simd') });
    await expect(other).rejects.toThrow('is of variant simd; expected variant scalar');
    expect(await code_of(other)).toBe('load_failed');
  });

  it('rejects a module of another build', async () => {
    const file = readFileSync(wasm('scalar'));
    file.write('0123456789abcdef', file.length - 16, 'latin1'); // the last section is `build`
    const other = load({ variant: 'scalar', wasm_module: await WebAssembly.compile(file) });
    await expect(other).rejects.toThrow(
      'of variant scalar and its JavaScript come from different builds',
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

  it('has no Node imports in the browser entry and no code from strings in the glue code', () => {
    const text = (name: string) => readFileSync(new URL(name, dist), 'utf8');
    for (const name of ['index.js', 'load.js', 'glue.js', 'wasm/ffn-lab.simd.js']) {
      expect(text(name)).not.toMatch(/node:|require\(/);
      expect(text(name)).not.toMatch(/new Function\(|\beval\(/);
    }
  });

  it('uses the same probe modules as the build', () => {
    expect(probes).toEqual(build_probes);
  });
});
