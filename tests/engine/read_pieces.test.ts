/** Reading many ranges: order, number of reads at the same time, progress, abort, failures. */
import { describe, expect, it } from 'vitest';
import { FfnError } from 'ffn-lab';
import type { ReadProgress } from 'ffn-lab';
import { read_pieces } from '../../web/engine/dist/files/read_pieces.js';
import { error_of } from './checkpoint_files.js';

/** A file whose reads end out of order; byte i is i modulo 251. */
class SlowFile {
  readonly size = 1000;
  /** Pieces whose read has begun and that have not been released. */
  alive = 0;
  most_alive = 0;
  readonly begun: number[] = [];
  readonly aborted: number[] = [];
  constructor(
    readonly parallel: number,
    readonly failing = -1,
    readonly name = 'a.safetensors',
  ) {}
  read(begin: number, end: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    this.begun.push(begin);
    this.most_alive = Math.max(this.most_alive, ++this.alive);
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.aborted.push(begin);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', abort);
      if (this.failing >= 0 && begin > this.failing) return; // until the abort
      setTimeout(
        () => {
          signal?.removeEventListener('abort', abort);
          if (begin === this.failing)
            reject(new FfnError('read_failed', 'gone', { reason: 'network' }));
          else resolve(Uint8Array.from({ length: end - begin }, (_, i) => (begin + i) % 251));
        },
        (begin * 7) % 13,
      );
    });
  }
}

const pieces_of = (count: number, file = 0) =>
  Array.from({ length: count }, (_, i) => ({ file, begin: 10 * i, end: 10 * i + 10 }));

describe('read_pieces', () => {
  it.each([1, 2, 4])('takes pieces in order, with at most %i in memory', async (parallel) => {
    const file = new SlowFile(parallel);
    const taken: number[][] = [];
    const progress: ReadProgress[] = [];
    await read_pieces(
      [file],
      pieces_of(20),
      async (index, bytes) => {
        taken.push([index, bytes[0] ?? -1, bytes.length]);
        await new Promise((resolve) => setTimeout(resolve, 1));
        --file.alive;
      },
      { on_progress: (done) => progress.push(done) },
    );
    expect(taken).toEqual(pieces_of(20).map(({ begin }, i) => [i, begin, 10]));
    expect(progress).toEqual(pieces_of(20).map(({ end }) => ({ bytes: end, of: 200 })));
    expect(file.most_alive).toBe(parallel);
  });

  it('reads of several files, in the order of the pieces', async () => {
    const files = [new SlowFile(4), new SlowFile(1)];
    const mixed = [0, 1, 0, 1, 1, 0].map((file, i) => ({ file, begin: i, end: i + 1 }));
    const taken: number[] = [];
    await read_pieces(files, mixed, (_, bytes) => void taken.push(bytes[0] ?? -1));
    expect(taken).toEqual([0, 1, 2, 3, 4, 5]);
    expect(files.map(({ begun }) => begun)).toEqual([
      [0, 2, 5],
      [1, 3, 4],
    ]);
    await read_pieces(files, [], () => expect.unreachable());
  });

  it('stops at once when its signal is aborted, also between two pieces', async () => {
    const reason = new Error('enough');
    const between = new AbortController();
    const file = new SlowFile(4);
    const taken: number[] = [];
    const reading = read_pieces([file], pieces_of(20), (index) => void taken.push(index), {
      signal: between.signal,
      on_progress: ({ bytes }) => bytes === 50 && between.abort(reason),
    });
    await expect(reading).rejects.toBe(reason);
    expect(taken).toEqual([0, 1, 2, 3, 4]);
    expect(Math.max(...file.begun)).toBeLessThanOrEqual(70);

    const endless = { size: 10, parallel: 2, read: () => new Promise<never>(() => undefined) };
    const during = new AbortController();
    const waiting = read_pieces([endless], pieces_of(3), () => expect.unreachable(), {
      signal: during.signal,
    });
    during.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    const before = read_pieces([file], pieces_of(1), () => expect.unreachable(), {
      signal: AbortSignal.abort(reason),
    });
    await expect(before).rejects.toBe(reason);
  });

  it('reports a failing piece in its turn and ends the other requests', async () => {
    const file = new SlowFile(4, 70);
    const taken: number[] = [];
    const error = await error_of(
      read_pieces([file], pieces_of(20), (index) => void taken.push(index)),
    );
    expect([error.code, error.reason, error.message]).toEqual([
      'read_failed',
      'network',
      'a.safetensors: gone',
    ]);
    expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(file.aborted).toEqual([80, 90, 100]);
    expect(file.begun).not.toContain(110);
  });

  it('passes on what the caller throws', async () => {
    const mine = new Error('mine');
    const throwing = () => {
      throw mine;
    };
    const file = new SlowFile(2);
    await expect(read_pieces([file], pieces_of(3), throwing)).rejects.toBe(mine);
    const on_progress = throwing;
    await expect(read_pieces([file], pieces_of(3), () => undefined, { on_progress })).rejects.toBe(
      mine,
    );
  });
});
