/** The page's side of a worker, with a worker that says what the test wants. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { connect as connect_to } from '../../web/page/src/core/connection.ts';
import type { FromWorker, ToWorker } from '../../web/page/src/core/protocol.ts';

class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message?: string; preventDefault: () => void }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  readonly asked: ToWorker[] = [];
  ended = false;
  /** What postMessage throws: a message that cannot be cloned, say. */
  refuses: Error | undefined;

  addEventListener(type: 'messageerror', listener: () => void): void {
    if (type === 'messageerror') this.onmessageerror = listener;
  }
  postMessage(message: ToWorker): void {
    if (this.refuses) throw this.refuses;
    this.asked.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  emit(data: unknown): void {
    this.onmessage?.({ data: data as FromWorker });
  }
  is_ready(): void {
    this.emit({ kind: 'loaded', info: { variant: 'simd' } });
  }
}

const { started, start } = vi.hoisted(() => ({ started: [] as FakeWorker[], start: { error: undefined as Error | undefined } }));

vi.mock('../../web/page/src/editions/folder/start_worker.ts', () => ({
  start_worker: () => {
    if (start.error) throw start.error;
    const worker = new FakeWorker();
    started.push(worker);
    return worker;
  },
}));

interface Table {
  count: { request: number; reply: string; progress: number };
}

const { connect, CoreError, CoreUnavailable } = await import('../../web/page/src/core/connection.ts');
let connection: ReturnType<typeof connect_to<Table>>;
const worker = () => started[started.length - 1] as FakeWorker;
const phase = () => connection.state.value;

beforeEach(() => {
  vi.useFakeTimers();
  started.length = 0;
  start.error = undefined;
  connection = connect<Table>('page');
  connection.restart();
});
afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

describe('a connection', () => {
  it('pairs replies with calls by their numbers', async () => {
    worker().is_ready();
    const [one, two] = [connection.call('count', 1), connection.call('count', 2)];
    worker().emit({ kind: 'reply', sequence: 2, reply: 'two' });
    worker().emit({ kind: 'reply', sequence: 1, reply: 'one' });
    expect(await Promise.all([one, two])).toEqual(['one', 'two']);
  });

  it('tells of progress, and of nothing once the call is over', async () => {
    worker().is_ready();
    const reported: number[] = [];
    const call = connection.call('count', 1, { on_progress: (value) => reported.push(value) });
    worker().emit({ kind: 'progress', sequence: 1, progress: 10 });
    worker().emit({ kind: 'progress', sequence: 1, progress: 20 });
    worker().emit({ kind: 'reply', sequence: 1, reply: 'done' });
    worker().emit({ kind: 'progress', sequence: 1, progress: 30 });
    expect(await call).toBe('done');
    expect(reported).toEqual([10, 20]);
  });

  it('rejects with what the core said', async () => {
    worker().is_ready();
    const call = connection.call('count', 1);
    worker().emit({ kind: 'error', sequence: 1, error: { code: 'invalid_argument', message: 'no' } });
    await expect(call).rejects.toBeInstanceOf(CoreError);
    expect(phase().phase).toBe('ready');
  });

  it('a cancelled call rejects at once, the worker is asked to stop, and a late reply is nobody’s', async () => {
    worker().is_ready();
    const stop = new AbortController();
    const call = connection.call('count', 1, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(worker().asked.at(-1)).toEqual({ kind: 'cancel', sequence: 1 });
    worker().emit({ kind: 'reply', sequence: 1, reply: 'late' });
    await expect(connection.call('count', 1, { signal: stop.signal })).rejects.toThrow('enough');
    expect(worker().asked).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(phase().phase).toBe('ready');
  });

  it('a signal that outlives the call does nothing afterwards', async () => {
    worker().is_ready();
    const stop = new AbortController();
    const removed = vi.spyOn(stop.signal, 'removeEventListener');
    const call = connection.call('count', 1, { signal: stop.signal });
    worker().emit({ kind: 'reply', sequence: 1, reply: 'done' });
    await call;
    expect(removed).toHaveBeenCalledTimes(1);
    stop.abort();
    expect(worker().asked).toHaveLength(1);
  });

  it('ends a worker that is silent for ten seconds; progress breaks the silence', async () => {
    worker().is_ready();
    const call = connection.call('count', 1);
    const gone = expect(call).rejects.toBeInstanceOf(CoreUnavailable);
    vi.advanceTimersByTime(9_000);
    worker().emit({ kind: 'progress', sequence: 1, progress: 1 });
    vi.advanceTimersByTime(9_000);
    expect(phase().phase).toBe('ready');
    vi.advanceTimersByTime(1_001);
    expect(phase()).toMatchObject({ phase: 'failed', failure: 'worker_silent' });
    expect(worker().ended).toBe(true);
    await gone;
  });

  it('a page that was asleep waits on: only the time is counted in which it was awake', async () => {
    worker().is_ready();
    const call = connection.call('count', 1);
    vi.advanceTimersByTime(3_000);
    // The timers that are overdue run at once, and nothing else before the answer.
    const now = Date.now();
    for (let hour = 0; hour < 3; ++hour) {
      vi.setSystemTime(now + 3_600_000 * (hour + 1));
      vi.runOnlyPendingTimers();
    }
    expect(phase().phase).toBe('ready');
    worker().emit({ kind: 'reply', sequence: 1, reply: 'done' });
    expect(await call).toBe('done');
  });

  it('says that a core is slow to come, and takes it when it comes', () => {
    vi.advanceTimersByTime(9_999);
    expect(phase()).toEqual({ phase: 'starting' });
    vi.advanceTimersByTime(1);
    expect(phase()).toEqual({ phase: 'starting', slow: true });
    worker().is_ready();
    expect(phase().phase).toBe('ready');
    connection.restart();
    worker().is_ready();
    vi.advanceTimersByTime(60_000);
    expect(phase().phase).toBe('ready');
  });

  it('fails with the worker: a script that does not load, an error, a message that cannot be read', async () => {
    const failures: ((fake: FakeWorker) => void)[] = [
      (fake) => fake.onerror?.({ message: 'boom', preventDefault: () => undefined }),
      (fake) => fake.onmessageerror?.(),
    ];
    for (const failure of failures) {
      connection.restart();
      worker().is_ready();
      const call = connection.call('count', 1);
      failure(worker());
      await expect(call).rejects.toBeInstanceOf(CoreUnavailable);
      expect(phase()).toMatchObject({ phase: 'failed', failure: 'worker_failed' });
    }
    start.error = new Error('no worker');
    connection.restart();
    expect(phase()).toMatchObject({ phase: 'failed', failure: 'worker_failed', detail: 'Error: no worker' });
    await expect(connection.call('count', 1)).rejects.toBeInstanceOf(CoreUnavailable);
  });

  it('a request that cannot be sent is an error of its own: the worker and the other calls go on', async () => {
    worker().is_ready();
    const other = connection.call('count', 1);
    worker().refuses = new Error('cannot be cloned');
    await expect(connection.call('count', 2)).rejects.toThrow('cannot be cloned');
    worker().refuses = undefined;
    worker().emit({ kind: 'reply', sequence: 1, reply: 'one' });
    expect(await other).toBe('one');
    expect(phase().phase).toBe('ready');
  });

  it('listens to the newest worker only', () => {
    const first = worker();
    connection.restart();
    expect(first.ended).toBe(true);
    first.is_ready();
    expect(phase().phase).toBe('starting');
    worker().is_ready();
    expect(phase().phase).toBe('ready');
  });

  it('names why there is no core', () => {
    worker().emit({ kind: 'load_failed', error: { code: 'out_of_memory', message: 'no room' } });
    expect(phase()).toEqual({ phase: 'failed', failure: 'out_of_memory', detail: 'no room' });
    connection.restart();
    worker().emit({ kind: 'load_failed', error: { code: 'strange', message: '?' } });
    expect(phase()).toMatchObject({ failure: 'internal' });
  });

  it('stopped, it is not ready any more', async () => {
    worker().is_ready();
    const call = connection.call('count', 1);
    connection.stop();
    await expect(call).rejects.toBeInstanceOf(CoreUnavailable);
    expect(worker().ended).toBe(true);
    expect(phase().phase).toBe('starting');
  });
});
