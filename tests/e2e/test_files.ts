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
 * Waits for the target, then drops each without a pause. Returns for each whether the page
 * prevented the browser's own action.
 */
export async function drop(page: Page, where: string, drops: readonly Drop[]): Promise<boolean[]> {
  await page.locator(where).first().waitFor({ state: 'attached' });
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

const stated_activation = '"__metadata__":{"activation_function":"gelu"},';

/**
 * Header of a minimal network, fc1 [4, 2] and fc2 [2, 4] with 64 bytes of data; `more` is inserted
 * before its entries. Unless `more` has metadata, they state the activation.
 */
export const small_header = (more = '') =>
  `{${more.includes('__metadata__') ? '' : stated_activation}${more}"fc1.weight":${entry('F32', '[4,2]', 0, 32)},"fc2.weight":${entry('F32', '[2,4]', 32, 64)}}`;
export const small_data: FilePart = { byte: 0, count: 64 };
