/** Reads the inputs that cases.py wrote and writes an engine's results to the same folder. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const read_manifest = (folder) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

function read_floats(path) {
  const bytes = readFileSync(path);
  return new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  );
}

/** Returns the inputs of a case as { data, shape } by name. */
export function read_inputs(folder, { name, inputs }) {
  return Object.fromEntries(
    Object.entries(inputs).map(([key, shape]) => [
      key,
      { data: read_floats(join(folder, name, `${key}.f32`)), shape },
    ]),
  );
}

/** Writes results as NAME.ENGINE.f32. */
export function write_results(folder, { name, outputs }, engine, results) {
  for (const key of Object.keys(outputs)) {
    const { data } = results[key];
    writeFileSync(
      join(folder, name, `${key}.${engine}.f32`),
      new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    );
  }
}
