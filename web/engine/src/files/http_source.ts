/** Files on a server. */
import { describe, expect_fetch, wrong_value, type Signal } from '../edge/index.js';
import { type ByteSource, read_failed, too_large } from './read_failure.js';

/** The address of a file, and the argument that it comes from. */
export interface Address {
  readonly argument: string;
  readonly url: string;
}

/**
 * Rejects a path: only where there is a page do addresses without a scheme refer to a server. A
 * scheme has two letters or more, unlike a Windows drive.
 */
function reject_path({ argument, url }: Address): void {
  const scheme = /^[a-z][a-z\d+.-]+(?=:)/i.exec(url)?.[0].toLowerCase() ?? 'file';
  if (scheme !== 'file' || (globalThis.location as unknown) !== undefined) return;
  const way_on =
    'an address, or the opened file: await open(path) of node:fs/promises, or up to 2 GiB await openAsBlob(path) of node:fs';
  throw wrong_value(argument, `${describe(url)}, a path`, way_on);
}

async function fetch_from(
  url: string,
  init: RequestInit,
  signal: Signal | undefined,
): Promise<Response> {
  expect_fetch();
  try {
    return await fetch(url, { ...init, signal: signal ?? null });
  } catch (cause) {
    signal?.throwIfAborted();
    throw read_failed('network', `${url} could not be fetched`, cause);
  }
}

const status_error = (url: string, { status }: Response) =>
  read_failed('http_status', `${url} could not be fetched: HTTP status ${status}`);

/** Returns the bytes of a response. */
async function body_of(
  url: string,
  read: () => Promise<ArrayBuffer>,
  signal: Signal | undefined,
): Promise<Uint8Array> {
  try {
    return new Uint8Array(await read());
  } catch (cause) {
    signal?.throwIfAborted();
    throw read_failed('network', `${url} could not be read to its end`, cause);
  }
}

/**
 * Says what to do without ranges. Node.js 20 sends the whole Blob of an address, or ranges that lack
 * their last byte.
 */
const instead_of = (url: string) =>
  /^blob:/i.test(url)
    ? 'pass the Blob itself instead of its address'
    : 'download it and open it as a Blob';

/** @throws FfnError `read_failed` unless a response has all bytes that its header promises */
function expect_whole_range(url: string, promised: RegExpExecArray | null, bytes: Uint8Array) {
  const length = Number(promised?.[2]) - Number(promised?.[1]) + 1; // NaN without the header
  if (bytes.length < length)
    throw read_failed(
      'short',
      `${url} sends ${bytes.length} bytes as a range of ${length}; ${instead_of(url)}`,
    );
  return bytes;
}

/** Returns bytes [begin, end), the file's ETag, and its whole size if the server reports it. */
async function fetch_range(url: string, begin: number, end: number, signal: Signal | undefined) {
  const response = await fetch_from(
    url,
    { headers: { Range: `bytes=${begin}-${end - 1}` } },
    signal,
  );
  const range = response.headers.get('Content-Range') ?? '';
  const total = /^bytes (?:\d+-\d+|\*)\/(\d+)$/.exec(range)?.[1];
  const size = total === undefined ? undefined : Number(total);
  const etag = response.headers.get('ETag');
  if (response.status !== 206) {
    await response.body?.cancel(); // do not download a large file that the server sends whole
    if (response.status === 416 && size !== undefined)
      return { bytes: new Uint8Array(), size, etag };
    if (response.status === 200) {
      throw read_failed(
        'no_ranges',
        `the server of ${url} sends the whole file instead of a range; ${instead_of(url)}`,
      );
    }
    throw status_error(url, response);
  }
  const bytes = await body_of(url, () => response.arrayBuffer(), signal);
  return { bytes: expect_whole_range(url, /^bytes (\d+)-(\d+)/.exec(range), bytes), size, etag };
}

/**
 * Returns the Content-Length of a HEAD request: CORS may hide Content-Range, but always exposes
 * Content-Length.
 */
async function fetch_size(url: string, signal: Signal | undefined): Promise<number> {
  const response = await fetch_from(url, { method: 'HEAD' }, signal);
  const length = response.headers.get('Content-Length');
  if (!response.ok || length === null)
    throw read_failed('unknown_size', `the server of ${url} does not report the size of the file`);
  return Number(length);
}

/**
 * Opens the file at an address and reads its first `first_length` bytes: the response states the
 * size, and later reads reuse the bytes.
 */
export async function http_source(
  address: Address,
  first_length: number,
  signal: Signal | undefined,
): Promise<ByteSource> {
  reject_path(address);
  const { url } = address;
  const first = await fetch_range(url, 0, first_length, signal);
  const size = first.size ?? (await fetch_size(url, signal));
  return {
    size,
    parallel: 4,
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

/** Returns the bytes of a stream up to `limit` and one more chunk, and cancels a longer one. */
async function first_bytes(stream: ReadableStream<BlobPart>, limit: number): Promise<ArrayBuffer> {
  const chunks: BlobPart[] = [];
  const reader = stream.getReader();
  for (let size = 0; size <= limit;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += (value as Uint8Array).length;
  }
  await reader.cancel();
  return new Blob(chunks).arrayBuffer();
}

/**
 * Returns a whole file of at most `limit` bytes. The request has no range: servers compress small
 * files, and some send them whole.
 */
export async function fetch_whole(
  address: Address,
  limit: number,
  signal: Signal | undefined,
): Promise<Uint8Array> {
  reject_path(address);
  const { argument, url } = address;
  const response = await fetch_from(url, {}, signal);
  const { body } = response;
  if (!response.ok) {
    await body?.cancel();
    throw status_error(url, response);
  }
  if (body === null) return new Uint8Array();
  const bytes = await body_of(url, () => first_bytes(body, limit), signal);
  if (bytes.length > limit) throw too_large(argument, `more than ${limit} bytes`, limit);
  return bytes;
}
