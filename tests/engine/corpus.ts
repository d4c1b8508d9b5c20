/**
 * Reads the C++ suite's corpora of malformed, ambiguous and valid files (format:
 * tests/io/corpus_text.h).
 */
import { readFileSync } from 'node:fs';

export interface CorpusFile {
  /** `valid`, `either`, or the reason for which the file must be rejected. */
  readonly expected: string;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Name, shape and values of a tensor in a valid file. */
  readonly tensor: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

function bytes_of(text: string): Uint8Array<ArrayBuffer> {
  const pieces = Array.from(
    text.matchAll(/\*(\d+)\(([0-9a-f]+)\)|[0-9a-f]+/g),
    ([piece, count, unit]) =>
      count === undefined
        ? Buffer.from(piece, 'hex')
        : Buffer.alloc((Number(count) * (unit?.length ?? 0)) / 2, unit, 'hex'),
  );
  return new Uint8Array(Buffer.concat(pieces));
}

function file_of(line: string): CorpusFile {
  const [expected = '', name = '', bytes = '', tensor = '', shape = '', values = ''] =
    line.split('\t');
  return {
    expected,
    name,
    bytes: bytes_of(bytes),
    tensor: new TextDecoder().decode(bytes_of(tensor)),
    shape: shape === '' ? [] : shape.split(' ').map(Number),
    values: new Float32Array(bytes_of(values).buffer),
  };
}

export function read_corpus(name: 'safetensors' | 'npy'): readonly CorpusFile[] {
  const text = readFileSync(new URL(`../io/corpus/${name}.txt`, import.meta.url), 'utf8');
  return text.trimEnd().split('\n').map(file_of);
}
