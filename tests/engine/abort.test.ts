/** One signal for many calls, and for loading. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { load } from 'ffn-lab';
import { on_abort } from '../../web/engine/dist/edge/abort.js';

describe('on_abort', () => {
  it('calls each listener that was not removed, in order', () => {
    const controller = new AbortController();
    const called: number[] = [];
    on_abort(controller.signal, () => called.push(1));
    const remove = on_abort(controller.signal, () => called.push(2));
    on_abort(controller.signal, () => called.push(3));
    remove();
    controller.abort();
    expect(called).toEqual([1, 3]);
  });
});

describe('a signal', () => {
  it('of many pool calls causes no warning and aborts all of them', async () => {
    const warnings: string[] = [];
    const listen = ({ name }: Error) => warnings.push(name);
    process.on('warning', listen);
    using lab = await load();
    const ffn = lab.FeedForward({ d_model: 64 });
    const pool = await lab.pool({ workers: 1 });
    const controller = new AbortController();
    const x = lab.RandomState(1).randn([2000, 64]);
    const calls = Array.from({ length: 24 }, () =>
      pool.forward(ffn, x, { signal: controller.signal }),
    );
    const settled = Promise.allSettled(calls);
    controller.abort(new Error('stop'));
    const reasons = (await settled).map((outcome) =>
      outcome.status === 'rejected' ? String(outcome.reason) : outcome.status,
    );
    expect(reasons).toEqual(Array.from(calls, () => 'Error: stop'));
    await new Promise((resolve) => setTimeout(resolve, 10)); // warnings are emitted in a later tick
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });

  it('ends the loading from a server that never answers', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const wasm_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ffn-lab.wasm`;
    try {
      const controller = new AbortController();
      const loading = load({ wasm_url, signal: controller.signal });
      setTimeout(() => controller.abort(new Error('too slow')), 20);
      await expect(loading).rejects.toThrow('too slow');
      await expect(
        load({ wasm_url, signal: AbortSignal.abort(new Error('before')) }),
      ).rejects.toThrow('before');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('has no effect after loading', async () => {
    const controller = new AbortController();
    using lab = await load({ signal: controller.signal });
    controller.abort();
    expect(lab.softmax({ data: Float32Array.of(0), shape: [1] }).data).toEqual(Float32Array.of(1));
  });
});
