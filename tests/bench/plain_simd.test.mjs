import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { probes } from '../../web/engine/src/edge/variant.ts';
import { offers_relaxed_simd, refuse_relaxed_simd } from './plain_simd.mjs';

const [plain, relaxed] = [probes.simd, probes.relaxed].map((probe) => Uint8Array.from(probe));

/** An engine that accepts every module. */
class Module {}
const accepts_all = () => ({
  CompileError: class CompileError extends Error {},
  Module,
  validate: () => true,
  compile: () => Promise.resolve('compiled'),
  instantiate: () => Promise.resolve('instantiated'),
});

beforeEach(() => vi.stubGlobal('WebAssembly', accepts_all()));
afterEach(() => vi.unstubAllGlobals());

const response = (bytes) => Promise.resolve({ arrayBuffer: () => Promise.resolve(bytes.buffer) });
const ways = [
  ['compile', (bytes) => WebAssembly.compile(bytes), 'compiled'],
  ['compileStreaming', (bytes) => WebAssembly.compileStreaming(response(bytes)), 'compiled'],
  ['instantiate', (bytes) => WebAssembly.instantiate(bytes), 'instantiated'],
  [
    'instantiateStreaming',
    (bytes) => WebAssembly.instantiateStreaming(response(bytes)),
    'instantiated',
  ],
];

describe('a page without relaxed SIMD', () => {
  it('does not offer it', () => {
    expect(offers_relaxed_simd()).toBe(true);
    refuse_relaxed_simd();
    expect(offers_relaxed_simd()).toBe(false);
    expect(WebAssembly.validate(relaxed)).toBe(false);
    expect(WebAssembly.validate(plain)).toBe(true);
  });

  it.each(ways)('refuses its modules, not others: %s', async (_name, take, taken) => {
    expect(await WebAssembly.compile(relaxed)).toBe('compiled');
    refuse_relaxed_simd();
    await expect(take(relaxed)).rejects.toThrow(WebAssembly.CompileError);
    await expect(take(plain)).resolves.toBe(taken);
  });

  it('refuses them in the constructor of a module, and takes a compiled one', async () => {
    refuse_relaxed_simd();
    expect(() => new WebAssembly.Module(relaxed)).toThrow(WebAssembly.CompileError);
    const module = new WebAssembly.Module(plain);
    expect(module).toBeInstanceOf(Module);
    await expect(WebAssembly.instantiate(module)).resolves.toBe('instantiated');
  });
});
