/**
 * Random access to the bytes of a file in memory, in a Blob, in a FileHandle or on a server. Only the
 * requested ranges are read.
 */
import type { BlobLike, FileHandleLike } from './checkpoint_types.js';
import {
  abortable,
  array_kind,
  expect_address,
  expect_number,
  tag_of,
  try_read,
  wrong_type,
  type Signal,
} from '../edge/index.js';
import { fetch_whole, http_source } from './http_source.js';
import { type ByteSource, naming_file, read_failed, too_large } from './read_failure.js';

export type { ByteSource, ReadFailure } from './read_failure.js';

export const expected_source =
  'an ArrayBuffer, a Uint8Array, a Blob, a File, a FileHandle or an address';

/**
 * Returns the tag of a known source type other than a string, or `Blob` or `FileHandle` for every
 * object with that interface.
 */
export function kind_of(source: unknown): string | undefined {
  const known = array_kind(source) ?? tag_of(source);
  if (known === 'URL' || known === 'ArrayBuffer' || known === 'Uint8Array') return known;
  const { size, slice, stat, read } = Object(source) as Partial<BlobLike & FileHandleLike>;
  if (typeof size === 'number' && typeof slice === 'function') return 'Blob';
  return typeof stat === 'function' && typeof read === 'function' ? 'FileHandle' : undefined;
}

/** Returns the bytes that a Blob, possibly the caller's own implementation, returned. */
function bytes_of(buffer: unknown): Uint8Array {
  if (tag_of(buffer) !== 'ArrayBuffer')
    throw wrong_type('slice(…).arrayBuffer()', buffer, 'an ArrayBuffer');
  return new Uint8Array(buffer as ArrayBuffer);
}

function memory_source(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    parallel: 1,
    // An array whose buffer was transferred has length 0 and allows no subarray.
    read: (begin, end) =>
      Promise.resolve(
        bytes.length < end || bytes.length === 0 ? new Uint8Array() : bytes.subarray(begin, end),
      ),
  };
}

/** Settles as `work` does, with errors that a file of this machine can cause. */
async function readable_part<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const message = `${part} of the file cannot be read (moved, changed or deleted since?)`;
    throw read_failed('unreadable', message, cause);
  }
}

function blob_source(blob: BlobLike): ByteSource {
  return {
    size: blob.size,
    parallel: 2,
    read: (begin, end) =>
      readable_part(`bytes ${begin} to ${end}`, async () =>
        bytes_of(await blob.slice(begin, end).arrayBuffer()),
      ),
  };
}

/** Returns bytes [begin, end), fewer at the end of the file. One read may return only some. */
async function read_handle(handle: FileHandleLike, begin: number, end: number) {
  const bytes = new Uint8Array(end - begin);
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, begin + at);
    if (!(bytesRead > 0)) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

async function handle_source(argument: string, handle: FileHandleLike): Promise<ByteSource> {
  const size = await readable_part('the size', async () => (await handle.stat()).size);
  return {
    size: expect_number(`${argument}.stat().size`, size),
    parallel: 2,
    read: (begin, end) =>
      readable_part(`bytes ${begin} to ${end}`, () => read_handle(handle, begin, end)),
  };
}

/** An address, or the source of the bytes of a file in memory or on this machine. */
type Located = { readonly url: string } | ByteSource;

/** Returns where the bytes of a value are. @throws FfnError `invalid_type` */
async function located(argument: string, value: unknown): Promise<Located> {
  if (typeof value === 'string') return { url: value };
  switch (try_read(argument, value, expected_source, () => kind_of(value))) {
    case 'URL':
      return { url: expect_address(argument, value) };
    case 'ArrayBuffer':
      return try_read(argument, value, expected_source, () =>
        memory_source(new Uint8Array(value as ArrayBuffer)),
      );
    case 'Uint8Array':
      return memory_source(value as Uint8Array);
    case 'Blob':
      return try_read(argument, value, expected_source, () => blob_source(value as BlobLike));
    case 'FileHandle':
      return handle_source(argument, value as FileHandleLike);
    default:
      throw wrong_type(argument, value, expected_source);
  }
}

/**
 * Opens a source. For an address, fetches the first `first_length` bytes: the response states the
 * size, and later reads reuse the bytes.
 */
export async function open_source(
  source: unknown,
  first_length: number,
  signal: Signal | undefined,
  argument = 'source',
): Promise<ByteSource> {
  signal?.throwIfAborted();
  const found = await located(argument, source);
  return 'url' in found ? http_source({ argument, url: found.url }, first_length, signal) : found;
}

/** Returns all bytes of a source that has at most `limit`. @throws FfnError as `read_exactly` */
export async function read_whole(
  argument: string,
  source: unknown,
  limit: number,
  signal: Signal | undefined,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const found = await located(argument, source);
  if ('url' in found) return fetch_whole({ argument, url: found.url }, limit, signal);
  if (found.size > limit) throw too_large(argument, `${found.size} bytes`, limit);
  return read_exactly({ ...found, name: argument }, 0, found.size, signal);
}

async function read_all(
  source: ByteSource,
  begin: number,
  end: number,
  signal: Signal | undefined,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const read = source.read(begin, end, signal);
  const bytes = await (signal === undefined ? read : abortable(read, signal));
  signal?.throwIfAborted();
  if (bytes.length === end - begin) return bytes;
  throw read_failed(
    'short',
    `only ${bytes.length} of the bytes ${begin} to ${end} could be read (has the file or its memory changed?)`,
  );
}

/**
 * Returns all bytes [begin, end). @throws FfnError `read_failed`; the signal's reason after an
 * abort
 */
export async function read_exactly(
  source: ByteSource,
  begin: number,
  end: number,
  signal: Signal | undefined,
): Promise<Uint8Array> {
  const read = read_all(source, begin, end, signal);
  return source.name === undefined ? read : naming_file(source.name, read);
}
