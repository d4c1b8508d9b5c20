/** Reads many ranges of bytes, some at the same time, in order. */
import { with_own_signal, type Signal } from '../edge/index.js';
import { type ByteSource, read_exactly } from './byte_source.js';
import type { ReadProgress } from './checkpoint_types.js';

/** Bytes [begin, end) of one of several files. */
export interface Piece {
  /** Index of the file. */
  readonly file: number;
  readonly begin: number;
  readonly end: number;
}

export interface PieceOptions {
  readonly signal?: Signal | undefined;
  readonly on_progress?: ((progress: ReadProgress) => void) | undefined;
}

/**
 * Reads the pieces and calls `take` with each, strictly in order. Reads the next ones meanwhile, as
 * many as make their source faster; no other piece is in memory.
 * @throws FfnError `read_failed`; the signal's reason at once after an abort; the errors of `take`
 * and of `on_progress`
 */
export async function read_pieces(
  sources: readonly ByteSource[],
  pieces: readonly Piece[],
  take: (index: number, bytes: Uint8Array) => void | Promise<void>,
  { signal, on_progress }: PieceOptions = {},
): Promise<void> {
  const of = pieces.reduce((sum, { begin, end }) => sum + end - begin, 0);
  await with_own_signal(signal, async (own) => {
    const reads: Promise<Uint8Array>[] = [];
    let bytes = 0;
    const read_until_busy = (index: number) => {
      for (;;) {
        const piece = pieces[index + reads.length];
        if (piece === undefined) return;
        const source = sources[piece.file] as ByteSource;
        if (reads.length >= source.parallel) return;
        const read = read_exactly(source, piece.begin, piece.end, own);
        read.catch(() => undefined); // a failure counts in its turn, or after another one not at all
        reads.push(read);
      }
    };
    for (const [index, { begin, end }] of pieces.entries()) {
      read_until_busy(index);
      await take(index, await (reads.shift() as Promise<Uint8Array>));
      bytes += end - begin;
      on_progress?.({ bytes, of });
      own.throwIfAborted();
    }
  });
}
