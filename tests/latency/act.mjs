/**
 * Runs in the page: acts `steps` times and answers, of each, milliseconds from the event to the last change in sight, and anywhere.
 */
export async function act({ action, steps }) {
  const quiet_ms = 400;
  const next_frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const in_sight = (node) => {
    const part = (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest('.panel, .hero');
    if (!part) return false;
    const { top, bottom } = part.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  };
  const of_kind = {
    slider() {
      const input = document.querySelector('.hero_slider input');
      input.value = String(Number(input.value) > 1 ? -1 : Number(input.value) + 0.13);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    },
    hover(step) {
      const cells = document.querySelectorAll('[data-tensor-view="pre_activation"] [role="option"]');
      const [left, entered] = [cells[step % cells.length], cells[(step + 1) % cells.length]];
      left.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
      entered.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
    },
    token() {
      const choice = document.querySelector('#feed_forward .token_choice select');
      choice.value = String((Number(choice.value) + 1) % choice.options.length);
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    },
  };
  const found = [];
  for (let step = 0; step < steps; step++) {
    const seen = { whole: 0, in_sight: 0 };
    const observer = new MutationObserver((changes) => {
      const now = performance.now();
      seen.whole = now;
      if (changes.some(({ target }) => in_sight(target))) seen.in_sight = now;
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    await next_frame();
    const started = performance.now();
    of_kind[action](step);
    await new Promise((resolve) => setTimeout(resolve, quiet_ms));
    observer.disconnect();
    found.push({
      in_sight: Math.max(0, seen.in_sight - started),
      whole: Math.max(0, seen.whole - started),
    });
  }
  return found;
}
