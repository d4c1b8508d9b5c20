/** Watches for the effects of injected texts. */
import type { Page } from '@playwright/test';

type Watched = typeof globalThis & { seen: { elements: string[]; bidi: string[] } };

/**
 * Records injected elements and bidirectional control characters that appear in the page, even for
 * a moment.
 */
export function watch(): void {
  // The only forms of the page are those of its exercises.
  const injected =
    'iframe, base, object, embed, form:not(.exercise_answer), math, [onerror], [onload], [onmouseover], a[href^="javascript"], a[href^="data:text"], main :is(script, img, style, link, meta)';
  // The page shows such characters as codes, except in the field where the user typed them.
  const bidi_controls = /[\u202A-\u202E\u2066\u2067\u061C\u200B]/;
  const seen: Watched['seen'] = { elements: [], bidi: [] };
  (globalThis as Watched).seen = seen;
  const look_at = (node: Node): void => {
    if (node instanceof Element) {
      for (const element of [node, ...node.querySelectorAll('*')])
        if (element.matches(injected)) seen.elements.push(element.outerHTML.slice(0, 80));
    }
    const parent = node instanceof Element ? node : node.parentElement;
    if (!parent?.closest('textarea') && bidi_controls.test(node.textContent ?? ''))
      seen.bidi.push((node.textContent ?? '').slice(0, 80));
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') look_at(target);
      for (const node of addedNodes) look_at(node);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/**
 * Returns the effects of injected texts: scripts, elements, bidirectional controls, overflow,
 * changed prototypes.
 */
export async function injected_effects(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return {
      ran: '__xss' in globalThis,
      ...(globalThis as Watched).seen,
      wide,
      polluted: Object.keys(Object.prototype),
    };
  });
}
export const none = { ran: false, elements: [], bidi: [], wide: 0, polluted: [] };
