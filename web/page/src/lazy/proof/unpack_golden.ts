/** The tensors of virtual:golden, unpacked. */
import type { Tensor } from 'ffn-lab';
import type { GoldenTensors } from './calls.ts';

export interface GoldenArchive {
  /** Libraries and their versions. */
  readonly made_by: string;
  /** Numbers of all tensors. */
  readonly count: number;
  readonly files: Readonly<Record<string, GoldenFile>>;
  /** float32, little-endian: the first bytes of all, then the second ones, … in base64. */
  readonly data: string;
}

interface GoldenFile {
  /** What its tensors are, as the script that made them says. */
  readonly what: string;
  readonly tensors: Readonly<Record<string, GoldenSlice>>;
}

interface GoldenSlice {
  readonly shape: readonly number[];
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
