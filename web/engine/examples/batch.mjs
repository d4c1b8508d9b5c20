// Batch job: computes the output of one network for every .npy file of a folder, on all processors.
//
//   node batch.mjs WEIGHTS.safetensors FOLDER        writes FOLDER/NAME.out.npy beside each FOLDER/NAME.npy
//
// WEIGHTS is a file that `safetensors.torch.save_file(module.state_dict(), …)` writes for a module
// with linear1 and linear2; each NAME.npy is a float32 array (…, d_model) that `numpy.save` writes.
import { Buffer } from 'node:buffer';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { load } from 'ffn-lab';

function read_npy(bytes) {
  const begin = bytes[6] === 1 ? 10 : 12; // the header's length has two bytes in version 1, four bytes in later versions
  const end = begin + (bytes[6] === 1 ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8));
  const header = bytes.toString('latin1', begin, end);
  if (!header.includes("'descr': '<f4', 'fortran_order': False"))
    throw new Error(`not float32 in row order: ${header.trim()}`);
  const shape = Array.from(header.matchAll(/\d+(?=[,)])/g), Number); // … 'shape': (2, 5, 768), }
  // Copied, because a Float32Array must begin at a multiple of four bytes.
  return {
    data: new Float32Array(
      bytes.buffer.slice(bytes.byteOffset + end, bytes.byteOffset + bytes.length),
    ),
    shape,
  };
}

function npy_of({ data, shape }) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  const length = Math.ceil((header.length + 11) / 64) * 64 - 10; // the data begins at a multiple of 64 bytes
  const start = Buffer.from(`\x93NUMPY\x01\x00\x00\x00${header.padEnd(length - 1)}\n`, 'latin1');
  start.writeUInt16LE(length, 8);
  return Buffer.concat([start, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]);
}

const [weights_file, folder] = argv.slice(2);
const lab = await load();
const file = await lab.open_checkpoint(await readFile(weights_file));
const [w1, b1, w2, b2] = await Promise.all(
  ['linear1.weight', 'linear1.bias', 'linear2.weight', 'linear2.bias'].map((name) =>
    file.tensor(name),
  ),
);
const ffn = lab.FeedForward({ weights: { w1, b1, w2, b2 } });
const pool = await lab.pool(); // each worker receives the weights once; the tokens of a file are divided among the workers

const names = (await readdir(folder))
  .filter((name) => name.endsWith('.npy') && !name.endsWith('.out.npy'))
  .sort();
for (const name of names) {
  const output = await pool.forward(ffn, read_npy(await readFile(join(folder, name))));
  await writeFile(join(folder, name.replace(/npy$/, 'out.npy')), npy_of(output));
  console.log(`${name}: ${output.shape.join(' × ')}`);
}
lab.dispose(); // also ends the pool, so that the process can exit
