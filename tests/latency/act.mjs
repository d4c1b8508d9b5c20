/**
 * Runs in the page: dispatches the event of `action` `steps` times. Returns for each step the
 * milliseconds from the event to the last DOM change (`whole`), the number of frames until the
 * frame that draws the last change (`frame`, 1 is the next one) and the milliseconds until that
 * frame begins (`drawn`). Events are dispatched at the beginning of a frame, as browsers dispatch
 * pointer events.
 */
export async function act({ action, steps }) {
  // Idle time after the last change that ends an action, short enough for the processor to stay out
  // of its idle states, as during real input.
  const quiet_ms = 100;
  const quiet_frames = 6;
  // Generous, because a busy machine may stall.
  const patience_ms = 5000;
  const next_frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  /** Records the times at which frames begin, until `stopped` is set. */
  const watch_frames = () => {
    const watched = { start_times: [], stopped: false };
    const frame = () => {
      watched.start_times.push(performance.now());
      if (!watched.stopped) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return watched;
  };
  const of_kind = {
    slider() {
      const input = document.querySelector('.chain_slider input');
      input.value = String(Number(input.value) > 1 ? -1 : Number(input.value) + 0.13);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    },
    hover(step) {
      const cells = document.querySelectorAll(
        '[data-tensor-view="pre_activation"] [role="option"]',
      );
      const [left, entered] = [cells[step % cells.length], cells[(step + 1) % cells.length]];
      left.dispatchEvent(new PointerEvent('pointerout', { pointerType: 'mouse', bubbles: true }));
      entered.dispatchEvent(
        new PointerEvent('pointermove', { pointerType: 'mouse', bubbles: true }),
      );
    },
    cursor(step) {
      const plots = document.querySelector('#activation .linked_plots');
      const { left, width } = plots.getBoundingClientRect();
      const clientX = left + width * (0.2 + 0.6 * ((step * 0.37) % 1));
      plots.dispatchEvent(
        new PointerEvent('pointermove', { pointerType: 'mouse', clientX, bubbles: true }),
      );
    },
    step(step) {
      document
        .querySelector(`.contents a[href="#${step % 2 === 0 ? 'activation' : 'feed_forward'}"]`)
        .click();
    },
    token() {
      const choice = document.querySelector('#feed_forward .token_choice select');
      choice.value = String((Number(choice.value) + 1) % choice.options.length);
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    },
  };
  const found = [];
  for (let step = 0; step < steps; step++) {
    const seen = { whole: 0, frame: 0 };
    await next_frame();
    const frames = watch_frames();
    const observer = new MutationObserver(() => {
      seen.whole = performance.now();
      seen.frame = frames.start_times.length + 1;
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    const started = performance.now();
    of_kind[action](step);
    const busy = () => document.querySelector('[aria-busy="true"]') !== null;
    const settled = () =>
      performance.now() - Math.max(started, seen.whole) >= quiet_ms &&
      frames.start_times.length - seen.frame >= quiet_frames;
    while (!settled() || busy()) {
      if (performance.now() - started > patience_ms)
        throw new Error(`step ${step} of "${action}": the page has not been updated`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    observer.disconnect();
    frames.stopped = true;
    found.push({
      whole: Math.max(0, seen.whole - started),
      frame: seen.frame,
      drawn: frames.start_times[seen.frame - 1] - started,
    });
  }
  return found;
}
