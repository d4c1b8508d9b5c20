/**
 * Files that a test creates inside the page and drops there. Only the contents of small parts are
 * sent to the page.
 */
import type { Page } from '@playwright/test';

/** A text, bytes in base64, or a byte value repeated `count` times. */
export type FilePart =
  string | { readonly base64: string } | { readonly byte: number; readonly count: number };

export interface TestFile {
  readonly name: string;
  readonly parts: readonly FilePart[];
  /** Size that the file reports instead of its own. */
  readonly size?: number;
  /** Whether reading the file fails, as if it had been deleted. */
  readonly deleted?: boolean;
}

export interface Drop {
  readonly files?: readonly TestFile[];
  /** Data other than files, by MIME type. */
  readonly data?: Readonly<Record<string, string>>;
}

/**
 * Drops each without a pause. Returns for each whether the page prevented the browser's own action.
 */
export function drop(page: Page, where: string, drops: readonly Drop[]): Promise<boolean[]> {
  return page.evaluate(
    ([selector, all]) => {
      const bytes = (part: FilePart): Uint8Array<ArrayBuffer> => {
        if (typeof part === 'string') return new TextEncoder().encode(part);
        if ('base64' in part)
          return Uint8Array.from(atob(part.base64), (letter) => letter.charCodeAt(0));
        return new Uint8Array(part.count).fill(part.byte);
      };
      const file = ({ name, parts, size, deleted }: TestFile): File => {
        const made = new File(parts.map(bytes), name);
        if (size !== undefined) Object.defineProperty(made, 'size', { value: size });
        if (deleted) made.text = () => Promise.reject(new DOMException('deleted', 'NotFoundError'));
        return made;
      };
      const target = document.querySelector(selector);
      if (target === null) throw new Error(`nothing to drop on: ${selector}`);
      return all.map(({ files = [], data = {} }) => {
        const transfer = new DataTransfer();
        const made = files.map(file);
        for (const one of made) transfer.items.add(one);
        for (const [type, text] of Object.entries(data)) transfer.setData(type, text);
        // The browser's own list would hold copies, without the changed properties.
        if (made.length > 0) Object.defineProperty(transfer, 'files', { value: made });
        const event = new DragEvent('drop', {
          dataTransfer: transfer,
          bubbles: true,
          cancelable: true,
        });
        return !target.dispatchEvent(event);
      });
    },
    [where, drops] as const,
  );
}

/**
 * Returns the parts of a safetensors file: eight bytes of header length, the header, and the data.
 */
export function safetensors(header: string, ...data: readonly FilePart[]): FilePart[] {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
  return [{ base64: length.toString('base64') }, header, ...data];
}

const entry = (dtype: string, shape: string, begin: number, end: number) =>
  `{"dtype":"${dtype}","shape":${shape},"data_offsets":[${begin},${end}]}`;

/**
 * Header of a minimal network, fc1 [4, 2] and fc2 [2, 4] with 64 bytes of data; `more` is inserted
 * before its entries.
 */
export const small_header = (more = '') =>
  `{${more}"fc1.weight":${entry('F32', '[4,2]', 0, 32)},"fc2.weight":${entry('F32', '[2,4]', 32, 64)}}`;
export const small_data: FilePart = { byte: 0, count: 64 };

const length_of = (hex: string): FilePart => ({
  base64: Buffer.from(hex, 'hex').toString('base64'),
});
const one = (tensor: string): string => `{"a":${tensor}}`;

/** Malformed safetensors files, by their error. */
export const malformed: Readonly<Record<string, readonly FilePart[]>> = {
  'no byte': [],
  'one byte': [{ byte: 8, count: 1 }],
  'seven bytes': [{ byte: 0, count: 7 }],
  'empty header': [{ byte: 0, count: 8 }],
  'header of 2^64 − 1 bytes': [length_of('ffffffffffffffff'), '{}'],
  'header of 2^63 bytes': [length_of('0000000000000080'), '{}'],
  'header longer than the file': [length_of('ff00000000000000'), '{}'],
  'a list': safetensors('[1]'),
  'no JSON': safetensors('{"a":'),
  'no UTF-8': safetensors('', length_of('7b22ff227d')),
  'nested too deep': safetensors(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  'twice the same name': safetensors(
    `{"a":${entry('F32', '[1]', 0, 4)},"a":${entry('F32', '[1]', 0, 4)}}`,
    { byte: 0, count: 4 },
  ),
  'unknown type': safetensors(one(entry('F31', '[1]', 0, 4)), { byte: 0, count: 4 }),
  'negative shape': safetensors(one(entry('F32', '[-1]', 0, 4)), { byte: 0, count: 4 }),
  'half a row': safetensors(one(entry('F32', '[1.5]', 0, 6)), { byte: 0, count: 6 }),
  'a product beyond 64 bits': safetensors(one(entry('F32', '[4294967296,4294967296]', 0, 0))),
  'a product that wraps around to 4 bytes': safetensors(
    one(entry('F32', '[4611686018427387905]', 0, 4)),
    { byte: 0, count: 4 },
  ),
  'offsets in the wrong order': safetensors(one(entry('F32', '[1]', 4, 0)), { byte: 0, count: 4 }),
  'offsets beyond the file': safetensors(one(entry('F32', '[2]', 0, 8)), { byte: 0, count: 4 }),
  'fewer bytes than the shape': safetensors(one(entry('F32', '[2]', 0, 4)), { byte: 0, count: 4 }),
  'two on the same bytes': safetensors(
    `{"a":${entry('F32', '[1]', 0, 4)},"b":${entry('F32', '[1]', 0, 4)}}`,
    { byte: 0, count: 4 },
  ),
  'a hole': safetensors(`{"a":${entry('F32', '[1]', 0, 4)},"b":${entry('F32', '[1]', 8, 12)}}`, {
    byte: 0,
    count: 12,
  }),
  'something after the end': safetensors(one(entry('F32', '[1]', 0, 4)), { byte: 0, count: 9 }),
  'metadata that is no text': safetensors(
    `{"__metadata__":{"a":1},"a":${entry('F32', '[1]', 0, 4)}}`,
    { byte: 0, count: 4 },
  ),
  '__proto__ as a list': safetensors('{"__proto__":[]}'),
};
