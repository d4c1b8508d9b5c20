/** Bytes of a file, a range at a time, wherever the file is. Nothing but the ranges asked for is ever read. */
import type { BlobLike } from './checkpoint_types.js';
import { FfnError } from './errors.js';
import { array_kind, expect_address, looked_at, wrong_type } from './validate.js';

export interface ByteSource {
  /** Of the whole file. */
  readonly size: number;
  /** Bytes [begin, end), perhaps a view of the caller's memory. May give fewer where there are no more. */
  read(begin: number, end: number, signal: AbortSignal | undefined): Promise<Uint8Array>;
}

/** Why bytes could not be read, as `reason` of an error with code `read_failed`. */
export type ReadFailure = 'network' | 'http_status' | 'no_ranges' | 'unknown_size' | 'changed' | 'unreadable' | 'short';

function read_failed(reason: ReadFailure, message: string, cause?: unknown): FfnError {
  return new FfnError('read_failed', message, cause === undefined ? { reason } : { reason, cause });
}

const expected = 'an ArrayBuffer, a Uint8Array, a Blob, a File or an address';

const tag_of = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1);

/** What the source is: its tag, or `Blob` for all that can do what a Blob can. */
function kind_of(source: unknown): string | undefined {
  const known = array_kind(source) ?? tag_of(source);
  if (known === 'URL' || known === 'ArrayBuffer' || known === 'Uint8Array') return known;
  const { size, slice } = Object(source) as Partial<BlobLike>;
  return typeof size === 'number' && typeof slice === 'function' ? 'Blob' : undefined;
}

/** The bytes that a Blob gave, which may be one of the caller's making. */
function bytes_of(buffer: unknown): Uint8Array {
  if (tag_of(buffer) !== 'ArrayBuffer') throw wrong_type('slice(…).arrayBuffer()', buffer, 'an ArrayBuffer');
  return new Uint8Array(buffer as ArrayBuffer);
}

function memory_source(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    // Memory that its owner has given away meanwhile has length 0, and no view can be made of it.
    read: (begin, end) => Promise.resolve(bytes.length < end || bytes.length === 0 ? new Uint8Array() : bytes.subarray(begin, end)),
  };
}

function blob_source(blob: BlobLike): ByteSource {
  return {
    size: blob.size,
    async read(begin, end) {
      try {
        return bytes_of(await blob.slice(begin, end).arrayBuffer());
      } catch (cause) {
        throw read_failed('unreadable', `bytes ${begin} to ${end} of the file cannot be read (moved, changed or deleted since?)`, cause);
      }
    },
  };
}

interface HttpAnswer {
  readonly bytes: Uint8Array;
  /** Size of the whole file, where the server says it. */
  readonly size: number | undefined;
  readonly etag: string | null;
}

async function fetch_from(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: signal ?? null });
  } catch (cause) {
    signal?.throwIfAborted();
    throw read_failed('network', `${url} could not be fetched`, cause);
  }
}

async function fetch_range(url: string, begin: number, end: number, signal: AbortSignal | undefined): Promise<HttpAnswer> {
  const response = await fetch_from(url, { headers: { Range: `bytes=${begin}-${end - 1}` } }, signal);
  const total = /^bytes (?:\d+-\d+|\*)\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1];
  const size = total === undefined ? undefined : Number(total);
  const etag = response.headers.get('ETag');
  if (response.status !== 206) {
    await response.body?.cancel(); // a server that sends all of a large file must not be listened to
    if (response.status === 416 && size !== undefined) return { bytes: new Uint8Array(), size, etag };
    if (response.status === 200) {
      throw read_failed('no_ranges', `the server of ${url} sends the whole file instead of a range; download it and open it as a Blob`);
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

/** Servers of other origins may hide Content-Range; the length of the whole file they may not. */
async function fetch_size(url: string, signal: AbortSignal | undefined): Promise<number> {
  const response = await fetch_from(url, { method: 'HEAD' }, signal);
  const length = response.headers.get('Content-Length');
  if (!response.ok || length === null) throw read_failed('unknown_size', `the server of ${url} does not say how large the file is`);
  return Number(length);
}

async function http_source(url: string, first_length: number, signal: AbortSignal | undefined): Promise<ByteSource> {
  const first = await fetch_range(url, 0, first_length, signal);
  const size = first.size ?? (await fetch_size(url, signal));
  return {
    size,
    async read(begin, end, signal) {
      if (end <= first.bytes.length || begin === end) return first.bytes.subarray(begin, end);
      const answer = await fetch_range(url, begin, end, signal);
      const other_file = answer.etag !== null && first.etag !== null && answer.etag !== first.etag;
      if (other_file || (answer.size ?? size) !== size) throw read_failed('changed', `${url} has changed since it was opened`);
      return answer.bytes;
    },
  };
}

/** Opens a source. Of an address the first `first_length` bytes are fetched, which also tells its size; later reads do not fetch them again. */
export async function open_source(source: unknown, first_length: number, signal: AbortSignal | undefined): Promise<ByteSource> {
  signal?.throwIfAborted();
  if (typeof source === 'string') return http_source(source, first_length, signal);
  switch (looked_at('source', source, expected, () => kind_of(source))) {
    case 'URL':
      return http_source(expect_address('source', source), first_length, signal);
    case 'ArrayBuffer':
      return looked_at('source', source, expected, () => memory_source(new Uint8Array(source as ArrayBuffer)));
    case 'Uint8Array':
      return memory_source(source as Uint8Array);
    case 'Blob':
      return looked_at('source', source, expected, () => blob_source(source as BlobLike));
    default:
      throw wrong_type('source', source, expected);
  }
}

/** Bytes [begin, end), all of them. @throws FfnError `read_failed`; the signal's reason once it has been aborted */
export async function read_exactly(source: ByteSource, begin: number, end: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const bytes = await source.read(begin, end, signal);
  signal?.throwIfAborted();
  if (bytes.length === end - begin) return bytes;
  throw read_failed('short', `only ${bytes.length} of the bytes ${begin} to ${end} are there (the file or its memory has changed?)`);
}
