/** Unpacks the tensors of the module virtual:golden. */
import type { Tensor } from 'ffn-lab';
import type { GoldenTensors } from './calls.ts';

export interface GoldenArchive {
  /** Libraries, with versions, that generated the data. */
  readonly made_by: string;
  /** Total number of elements. */
  readonly count: number;
  readonly files: Readonly<Record<string, GoldenFile>>;
  /** Base64 of little-endian float32 in byte planes: the first bytes of all elements, then the second bytes, … */
  readonly data: string;
}

interface GoldenFile {
  /** Description from the script that generated the file. */
  readonly what: string;
  readonly tensors: Readonly<Record<string, GoldenSlice>>;
}

interface GoldenSlice {
  readonly shape: readonly number[];
  /** Index of the first element. */
  readonly from: number;
}

const elements = (shape: readonly number[]) => shape.reduce((product, size) => product * size, 1);

function numbers({ count, data }: GoldenArchive): Float32Array<ArrayBuffer> {
  const planes = atob(data);
  const bytes = new Uint8Array(planes.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = planes.charCodeAt((place % 4) * count + Math.floor(place / 4));
  return new Float32Array(bytes.buffer);
}

export function unpack_golden(archive: GoldenArchive): GoldenTensors {
  const all = numbers(archive);
  const tensor = ({ shape, from }: GoldenSlice): Tensor => ({ data: all.slice(from, from + elements(shape)), shape });
  const files = Object.entries(archive.files).map(([name, { tensors }]) => {
    const named = Object.entries(tensors).map(([key, place]) => [key, tensor(place)] as const);
    return [name, Object.fromEntries(named)] as const;
  });
  return Object.fromEntries(files);
}
