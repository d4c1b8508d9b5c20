/** Tests that the models written for other engines give the float64 result in these engines. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { largest_error, reference } from '../bench/page/reference.ts';
import { make_input, make_weights } from '../bench/page/work.ts';
import { feed_forward_onnx } from './feed_forward_onnx.mjs';
import { feed_forward_tflite } from './feed_forward_tflite.mjs';

const sizes = { name: 'small', tokens: 5, d_model: 12, d_ff: 36 };
const works = ['gelu', 'gelu_tanh', 'relu'].map((activation) => ({ ...sizes, activation }));
const weights = make_weights(sizes);
const x = make_input(sizes);
const tolerance = 3e-6;

describe('the ONNX model', () => {
  it.each(works)('$activation', async (work) => {
    const ort = await import('onnxruntime-web');
    ort.env.wasm.numThreads = 1;
    const session = await ort.InferenceSession.create(feed_forward_onnx(work, weights), {
      executionProviders: ['wasm'],
    });
    const { y } = await session.run({
      x: new ort.Tensor('float32', x, [work.tokens, work.d_model]),
    });
    expect(largest_error(work, reference(work, weights, x), y.data)).toBeLessThan(tolerance);
    await session.release();
  });
});

describe('the TensorFlow Lite model', () => {
  let litert;

  beforeAll(async () => {
    // LiteRT.js supports pages and workers only: Node lacks a worker's importScripts and the
    // variables of a CommonJS module.
    const folder = dirname(
      fileURLToPath(import.meta.resolve('@litertjs/core/wasm/litert_wasm_internal.js')),
    );
    const file = `${folder}/litert_wasm_internal.js`;
    const importScripts = (url) =>
      runInThisContext(readFileSync(new URL(url), 'utf8'), { filename: file });
    Object.assign(globalThis, {
      self: globalThis,
      importScripts,
      require: createRequire(file),
      __filename: file,
      __dirname: folder,
    });
    litert = await import('@litertjs/core');
    await litert.loadLiteRt(new URL(`file://${folder}/`).href);
  }, 60_000);

  it.each(works)('$activation', async (work) => {
    const model = await litert.loadAndCompile(feed_forward_tflite(work, weights), {
      accelerator: 'wasm',
      cpuOptions: { numThreads: 1 },
    });
    const [y] = await model.run(new litert.Tensor(x, [work.tokens, work.d_model]));
    expect(largest_error(work, reference(work, weights, x), y.toTypedArray())).toBeLessThan(
      tolerance,
    );
    model.delete();
  });
});
