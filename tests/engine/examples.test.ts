/**
 * Runs the examples of the package as a user does. tests/e2e/readme.spec.ts runs the one for
 * browsers.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { load } from 'ffn-lab';
import type { Tensor } from 'ffn-lab';
import { sentences, vocabulary } from '../../web/model/corpus.mjs';

const lab = await load();
const folder = mkdtempSync(join(tmpdir(), 'ffn-lab-examples-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
  lab.dispose();
});

/** Runs an example in the same variant as these tests and returns the lines that it prints. */
function run(name: string, ...args: string[]): string[] {
  const example = fileURLToPath(new URL(`../../web/engine/examples/${name}`, import.meta.url));
  const flags = process.execArgv.filter((flag) => flag.startsWith('--experimental-wasm'));
  return execFileSync(process.execPath, [...flags, '--no-warnings', example, ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
    timeout: 50_000,
  })
    .trim()
    .split('\n');
}

/**
 * NumPy files, written and read independently of the example: version 1, shape in Python's
 * notation.
 */
function npy({ data, shape }: Tensor): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': ${tuple}, }`.padEnd(117) + '\n';
  return Buffer.concat([
    Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, 118, 0]),
    Buffer.from(header),
    new Uint8Array(data.buffer),
  ]);
}

it('batch: applies the network to every array of a folder and writes arrays of the same shape', () => {
  const ffn = lab.FeedForward({ d_model: 8, seed: 42 });
  const rng = lab.RandomState(42);
  const inputs: Record<string, Tensor> = {
    cells: rng.randn([2, 3, 8]),
    row: rng.randn([8]),
    tokens: rng.randn([500, 8]),
  };
  writeFileSync(join(folder, 'weights.safetensors'), lab.write_safetensors(ffn.state_dict()));
  for (const [name, x] of Object.entries(inputs))
    writeFileSync(join(folder, `${name}.npy`), npy(x));

  const printed = run('batch.mjs', join(folder, 'weights.safetensors'), folder);
  expect(printed).toEqual(['cells.npy: 2 × 3 × 8', 'row.npy: 8', 'tokens.npy: 500 × 8']);
  for (const [name, x] of Object.entries(inputs)) {
    expect(new Uint8Array(readFileSync(join(folder, `${name}.out.npy`)))).toEqual(
      new Uint8Array(npy(ffn.forward(x))),
    );
  }
  expect(() => run('batch.mjs', join(folder, 'no_such_file'), folder)).toThrow('ENOENT');
  ffn.dispose();
  rng.dispose();
});

it('train: learns the spiral and writes the weights', async () => {
  const path = join(folder, 'trained.safetensors');
  const printed = run('train.mjs', path);
  expect(printed[0]).toBe('2210 parameters, cross_entropy on 400 points');
  const accuracies = printed
    .flatMap((line) => /accuracy ([\d.]+) %/.exec(line)?.[1] ?? [])
    .map(Number);
  expect(accuracies).toHaveLength(20);
  expect(accuracies[0]).toBeLessThan(80);
  expect(accuracies.at(-1)).toBeGreaterThan(95);
  const best = /best after step (\d+): loss ([\d.]+); \d+ of 64 hidden units/.exec(
    printed.join('\n'),
  );
  expect(Number(best?.[2])).toBeLessThan(0.1);
  expect(printed.slice(-17).every((line) => /^[#.]{33}$/.test(line))).toBe(true);

  const file = await lab.open_checkpoint(new Uint8Array(readFileSync(path)));
  expect(file.metadata).toEqual({ steps: best?.[1] });
  expect(file.tensors.map(({ name }) => name).sort()).toEqual([
    'b1',
    'b2',
    'b_in',
    'b_out',
    'w1',
    'w2',
    'w_in',
    'w_out',
  ]);
  file.dispose();
});

it('facts: trains a language model on a corpus, asks it, and writes it', async () => {
  const path = join(folder, 'facts.safetensors');
  const printed = run('facts.mjs', '150', path);
  expect(printed[0]).toBe(
    `${sentences.length} facts, ${vocabulary.length} words, 104000 parameters`,
  );
  const numbers = (pattern: RegExp) =>
    printed.flatMap((line) => pattern.exec(line)?.slice(1).map(Number) ?? []);
  const right = numbers(/^step \d+ {2}loss [\d.]+ {2}right (\d+)$/);
  expect(right).toHaveLength(3);
  expect(right[2]).toBeGreaterThan(Math.max(600, 2 * (right[0] ?? NaN)));
  expect(printed.filter((line) => /^.+ → .+ \(\d+\.\d %\)$/.test(line))).toHaveLength(5);
  const [without_attention, without_network] = numbers(
    /^right without attention: (\d+), without the network: (\d+)$/,
  );
  expect(without_attention).toBeLessThan((right[2] ?? 0) / 5);
  expect(without_network).toBeLessThan((right[2] ?? 0) / 2);
  const first = sentences[0]?.tokens.slice(0, -1).join(' ') ?? '';
  expect(printed.filter((line) => line.startsWith(`${first} → `))).toHaveLength(3);
  expect(printed.at(-1)).toContain(', rewritten; right: ');

  const file = await lab.open_checkpoint(new Uint8Array(readFileSync(path)));
  const model = await file.language_model();
  expect([model.n_vocab, model.activation, model.n_heads]).toEqual([vocabulary.length, 'gelu', 4]);
  const prompt = sentences[0]?.tokens.slice(0, -1).map((token) => vocabulary.indexOf(token)) ?? [];
  const word = vocabulary[model.next_word(prompt).words[0] ?? NaN] ?? '';
  expect(printed.at(-1)).toContain(`${first} → ${word}, rewritten`);
  model.dispose();
  file.dispose();
}, 60_000);

it('inspect_gpt2: prints statistics that agree with the tensors of the layer', async () => {
  const path = fileURLToPath(new URL('../golden/gpt2_f32.safetensors', import.meta.url));
  const printed = run('inspect_gpt2.mjs', path, '1', '2', '0');
  expect(printed[0]).toBe('GPT-2 with 2 layers, d_model 8, d_ff 32, gelu_tanh');

  // The same in float64, computed from the tensors: LayerNorm of two embeddings, times c_fc.
  const file = await lab.open_checkpoint(new Uint8Array(readFileSync(path)));
  const read = async (name: string) => [...(await file.tensor(name)).data];
  const [wte, scale, shift, w, b] = (await Promise.all(
    [
      'wte.weight',
      'h.1.ln_2.weight',
      'h.1.ln_2.bias',
      'h.1.mlp.c_fc.weight',
      'h.1.mlp.c_fc.bias',
    ].map(read),
  )) as [number[], number[], number[], number[], number[]];
  const scores = [2, 0].flatMap((token) => {
    const row = wte.slice(8 * token, 8 * token + 8);
    const mean = row.reduce((sum, value) => sum + value, 0) / 8;
    const deviation = Math.sqrt(
      row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 8 + 1e-5,
    );
    const x = row.map(
      (value, i) => ((value - mean) / deviation) * (scale[i] ?? NaN) + (shift[i] ?? NaN),
    );
    return b.map((bias, unit) =>
      x.reduce((sum, value, i) => sum + value * (w[32 * i + unit] ?? NaN), bias),
    );
  });
  const numbers = printed[1]?.match(/-?\d+\.\d+/g)?.map(Number) ?? [];
  expect(printed[1]).toMatch(/^pre_activation/);
  expect(numbers[0]).toBeCloseTo(scores.reduce((sum, value) => sum + value, 0) / 64, 2);
  expect(numbers.slice(2)).toEqual(
    [Math.min(...scores), Math.max(...scores)].map((value) => Number(value.toFixed(3))),
  );

  expect(printed[4]).toMatch(
    /^\d+\.\d % of the hidden activations are within 0.01 of zero; \d+ of 32 units are silent for all tokens$/,
  );
  expect(printed.slice(5)).toHaveLength(2);
  expect(printed[5]).toMatch(/^token 2: neurons (\d+, ){4}\d+ contribute \d+\.\d % of the output$/);
  expect(() => run('inspect_gpt2.mjs', join(folder, 'weights.safetensors'))).toThrow(
    'does not contain GPT-2, but 4 other tensors',
  );
  file.dispose();
});
