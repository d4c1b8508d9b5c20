import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BusyPoll } from '../../web/engine/src/busy_poll.js';

/** A clock that goes on by a tenth of a millisecond at every look. */
function slow_clock() {
  const clock = { looks: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => 0.1 * ++clock.looks);
  return clock;
}

describe('awake', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('turns the event loop for a moment, then stops', async () => {
    const clock = slow_clock();
    new BusyPoll().start();
    await vi.waitUntil(() => clock.looks >= 11);
    await sleep(20);
    expect(clock.looks).toBeGreaterThanOrEqual(11);
    expect(clock.looks).toBeLessThanOrEqual(13);
  });

  it('lengthens the moment instead of turning twice as often, and begins anew after it', async () => {
    const made = vi.spyOn(globalThis, 'MessageChannel');
    const poll = new BusyPoll();
    for (let i = 0; i < 100; i++) poll.start();
    expect(made).toHaveBeenCalledTimes(1);
    await sleep(20);
    poll.start();
    expect(made).toHaveBeenCalledTimes(2);
    await sleep(20);
  });
});
