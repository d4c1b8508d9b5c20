/**
 * Random access to the bytes of a file in memory, in a Blob or on a server. Only the requested
 * ranges are read.
 */
import type { BlobLike } from './checkpoint_types.js';
import {
  array_kind,
  expect_address,
  FfnError,
  tag_of,
  try_read,
  wrong_type,
} from '../edge/index.js';

export interface ByteSource {
  /** Size of the whole file, in bytes. */
  readonly size: number;
  /**
   * Reads bytes [begin, end), possibly as a view of the caller's memory. Returns fewer bytes at the
   * end of the file.
   */
  read(begin: number, end: number, signal: AbortSignal | undefined): Promise<Uint8Array>;
}

/** Reasons why bytes could not be read: the `reason` of an error with code `read_failed`. */
export type ReadFailure =
  'network' | 'http_status' | 'no_ranges' | 'unknown_size' | 'changed' | 'unreadable' | 'short';

function read_failed(reason: ReadFailure, message: string, cause?: unknown): FfnError {
  return new FfnError('read_failed', message, cause === undefined ? { reason } : { reason, cause });
}

const expected = 'an ArrayBuffer, a Uint8Array, a Blob, a File or an address';

/**
 * Returns the tag of a known source type, or `Blob` for every object with the interface of a Blob.
 */
function kind_of(source: unknown): string | undefined {
  const known = array_kind(source) ?? tag_of(source);
  if (known === 'URL' || known === 'ArrayBuffer' || known === 'Uint8Array') return known;
  const { size, slice } = Object(source) as Partial<BlobLike>;
  return typeof size === 'number' && typeof slice === 'function' ? 'Blob' : undefined;
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
    // An array whose buffer was transferred has length 0 and allows no subarray.
    read: (begin, end) =>
      Promise.resolve(
        bytes.length < end || bytes.length === 0 ? new Uint8Array() : bytes.subarray(begin, end),
      ),
  };
}

function blob_source(blob: BlobLike): ByteSource {
  return {
    size: blob.size,
    async read(begin, end) {
      try {
        return bytes_of(await blob.slice(begin, end).arrayBuffer());
      } catch (cause) {
        throw read_failed(
          'unreadable',
          `bytes ${begin} to ${end} of the file cannot be read (moved, changed or deleted since?)`,
          cause,
        );
      }
    },
  };
}

async function fetch_from(
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: signal ?? null });
  } catch (cause) {
    signal?.throwIfAborted();
    throw read_failed('network', `${url} could not be fetched`, cause);
  }
}

/** Returns bytes [begin, end), the file's ETag, and its whole size if the server reports it. */
async function fetch_range(
  url: string,
  begin: number,
  end: number,
  signal: AbortSignal | undefined,
) {
  const response = await fetch_from(
    url,
    { headers: { Range: `bytes=${begin}-${end - 1}` } },
    signal,
  );
  const total = /^bytes (?:\d+-\d+|\*)\/(\d+)$/.exec(
    response.headers.get('Content-Range') ?? '',
  )?.[1];
  const size = total === undefined ? undefined : Number(total);
  const etag = response.headers.get('ETag');
  if (response.status !== 206) {
    await response.body?.cancel(); // do not download a large file that the server sends whole
    if (response.status === 416 && size !== undefined)
      return { bytes: new Uint8Array(), size, etag };
    if (response.status === 200) {
      throw read_failed(
        'no_ranges',
        `the server of ${url} sends the whole file instead of a range; download it and open it as a Blob`,
      );
    }
    throw read_failed('http_status', `${url} could not be fetched: HTTP status ${response.status}`);
  }
  try {
    return { bytes: new Uint8Array(await response.arrayBuffer()), size, etag };
  } catch (cause) {
    signal?.throwIfAborted();
    throw read_failed('network', `${url} could not be read to its end`, cause);
  }
}

/**
 * Returns the Content-Length of a HEAD request: CORS may hide Content-Range, but always exposes
 * Content-Length.
 */
async function fetch_size(url: string, signal: AbortSignal | undefined): Promise<number> {
  const response = await fetch_from(url, { method: 'HEAD' }, signal);
  const length = response.headers.get('Content-Length');
  if (!response.ok || length === null)
    throw read_failed('unknown_size', `the server of ${url} does not report the size of the file`);
  return Number(length);
}

async function http_source(
  url: string,
  first_length: number,
  signal: AbortSignal | undefined,
): Promise<ByteSource> {
  const first = await fetch_range(url, 0, first_length, signal);
  const size = first.size ?? (await fetch_size(url, signal));
  return {
    size,
    async read(begin, end, signal) {
      if (end <= first.bytes.length || begin === end) return first.bytes.subarray(begin, end);
      const response = await fetch_range(url, begin, end, signal);
      const other_file =
        response.etag !== null && first.etag !== null && response.etag !== first.etag;
      if (other_file || (response.size ?? size) !== size)
        throw read_failed('changed', `${url} has changed since it was opened`);
      return response.bytes;
    },
  };
}

/**
 * Opens a source. For an address, fetches the first `first_length` bytes: the response states the
 * size, and later reads reuse the bytes.
 */
export async function open_source(
  source: unknown,
  first_length: number,
  signal: AbortSignal | undefined,
): Promise<ByteSource> {
  signal?.throwIfAborted();
  if (typeof source === 'string') return http_source(source, first_length, signal);
  switch (try_read('source', source, expected, () => kind_of(source))) {
    case 'URL':
      return http_source(expect_address('source', source), first_length, signal);
    case 'ArrayBuffer':
      return try_read('source', source, expected, () =>
        memory_source(new Uint8Array(source as ArrayBuffer)),
      );
    case 'Uint8Array':
      return memory_source(source as Uint8Array);
    case 'Blob':
      return try_read('source', source, expected, () => blob_source(source as BlobLike));
    default:
      throw wrong_type('source', source, expected);
  }
}

/**
 * Returns all bytes [begin, end). @throws FfnError `read_failed`; the signal's reason after an
 * abort
 */
export async function read_exactly(
  source: ByteSource,
  begin: number,
  end: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const bytes = await source.read(begin, end, signal);
  signal?.throwIfAborted();
  if (bytes.length === end - begin) return bytes;
  throw read_failed(
    'short',
    `only ${bytes.length} of the bytes ${begin} to ${end} could be read (has the file or its memory changed?)`,
  );
}
