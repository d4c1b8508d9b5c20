import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BusyPoll } from '../../web/engine/src/pool/busy_poll.js';

/** Mocks performance.now(): each call advances the clock by 0.1 ms. */
function slow_clock() {
  const clock = { calls: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => 0.1 * ++clock.calls);
  return clock;
}

describe('busy_poll', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('posts messages for one millisecond, then stops', async () => {
    const clock = slow_clock();
    new BusyPoll().start();
    await vi.waitUntil(() => clock.calls >= 11);
    await sleep(20);
    expect(clock.calls).toBeGreaterThanOrEqual(11);
    expect(clock.calls).toBeLessThanOrEqual(13);
  });

  it('prolongs a running poll instead of starting a second one, and can be started again', async () => {
    const created = vi.spyOn(globalThis, 'MessageChannel');
    const poll = new BusyPoll();
    for (let i = 0; i < 100; i++) poll.start();
    expect(created).toHaveBeenCalledTimes(1);
    await sleep(20);
    poll.start();
    expect(created).toHaveBeenCalledTimes(2);
    await sleep(20);
  });
});
