import { describe, expect, it } from 'vitest';
import { golden_file } from './checkpoint_files.js';
import { load_each } from './variants.js';

// Casts values that TypeScript would reject, which callers in plain JavaScript may pass.
const anything = (value: unknown) => value as never;
const x = { data: new Float32Array(80), shape: [2, 5, 8] };

describe.each(await load_each())('safetensors_writer, variant %s', (_variant, lab) => {
  it('preserves names with a special meaning in JavaScript', async () => {
    const one = { data: Float32Array.of(1), shape: [] };
    const tensors = Object.fromEntries(
      ['__proto__', 'constructor', '0', 'a\0b', 'lớp 😀'].map((name) => [name, one]),
    );
    const metadata = Object.fromEntries([
      ['__proto__', 'x'],
      ['toString', 'a'],
    ]);
    using checkpoint = await lab.open_checkpoint(lab.write_safetensors(tensors, metadata));
    expect(checkpoint.tensors.map(({ name }) => name).sort()).toEqual(Object.keys(tensors).sort());
    expect(Object.entries(checkpoint.metadata)).toEqual([
      ['__proto__', 'x'],
      ['toString', 'a'],
    ]);
    for (const name of Object.keys(tensors)) expect(await checkpoint.tensor(name)).toEqual(one);
  });

  it('round-trips tensors in four element types', async () => {
    const w = { data: Float32Array.of(1, -0, NaN, Infinity, 1e-45, 0.1), shape: [2, 3] };
    const b = { data: Float32Array.of(), shape: [0] };
    for (const dtype of ['F32', 'F64', 'F16', 'BF16'] as const) {
      const file = lab.write_safetensors({ w, b }, { note: 'ü' }, { dtype });
      expect(file).toEqual(lab.write_safetensors({ b, w }, { note: 'ü' }, { dtype }));
      using checkpoint = await lab.open_checkpoint(file.buffer);
      expect(checkpoint.metadata).toEqual({ note: 'ü' });
      expect(checkpoint.tensors[1]).toEqual({
        name: 'w',
        dtype,
        shape: [2, 3],
        byte_length: dtype === 'F64' ? 48 : dtype === 'F32' ? 24 : 12,
      });
      const back = await checkpoint.tensor('w');
      if (dtype === 'F32' || dtype === 'F64') expect(back).toEqual(w);
      else
        expect([...back.data]).toEqual([
          1,
          -0,
          NaN,
          Infinity,
          0,
          dtype === 'F16' ? 0.0999755859375 : 0.10009765625,
        ]);
      expect(await checkpoint.tensor('b')).toEqual(b);
    }
  });

  it('rejects tensors that could not be read back', async () => {
    expect(() => lab.write_safetensors({}, {}, { dtype: anything('I8') })).toThrow(
      'dtype is "I8"; expected "F32", "F16", "BF16" or "F64"',
    );
    expect(() => lab.write_safetensors({ '\ud800': x })).toThrow(
      'expected a string without lone surrogates',
    );
    expect(() => lab.write_safetensors({}, { note: '\udc00' })).toThrow(
      'expected a string without lone surrogates',
    );
    expect(() => lab.write_safetensors({ x: { data: x.data, shape: [3] } })).toThrow(
      'x is data of 80 elements; expected 3 for shape (3,)',
    );
    expect(() => lab.write_safetensors(anything(1))).toThrow('tensors is 1; expected an object');
    expect(() => lab.write_safetensors({}, anything({ a: 1 }))).toThrow(
      'metadata a is 1; expected a string',
    );
    using checkpoint = await lab.open_checkpoint(golden_file('gpt2_f32'));
    expect(checkpoint.tensors).toHaveLength(30);
  });
});
