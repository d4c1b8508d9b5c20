/** The tensors of virtual:golden, unpacked. */
import type { Tensor } from 'ffn-lab';
import archive from 'virtual:golden';
import type { GoldenTensors } from './calls.ts';

export const { made_by } = archive;

const elements = (shape: readonly number[]) => shape.reduce((product, size) => product * size, 1);

function numbers(): Float32Array<ArrayBuffer> {
  const { count, data } = archive;
  const planes = atob(data);
  const bytes = new Uint8Array(planes.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = planes.charCodeAt((place % 4) * count + Math.floor(place / 4));
  return new Float32Array(bytes.buffer);
}

export function read_golden(): GoldenTensors {
  const all = numbers();
  const tensor = ({ shape, from }: { readonly shape: readonly number[]; readonly from: number }): Tensor => ({
    data: all.slice(from, from + elements(shape)),
    shape,
  });
  const files = Object.entries(archive.files).map(([name, { tensors }]) => {
    const named = Object.entries(tensors).map(([key, place]) => [key, tensor(place)] as const);
    return [name, Object.fromEntries(named)] as const;
  });
  return Object.fromEntries(files);
}
