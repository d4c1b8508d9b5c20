import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { theme } from '../preferences.ts';

/** Paper is light whatever the screen is, and some readers have the system choose all colours. */
const other_colours = ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'];

/** The three colours of the sign scale and that of what stands out from it, resolved in properties that a canvas does not otherwise use. */
const sign_colours = ({ caretColor, backgroundColor, color, borderTopColor }: CSSStyleDeclaration) => ({
  minus: caretColor,
  zero: backgroundColor,
  plus: color,
  outlier: borderTopColor,
});

export type SignColours = ReturnType<typeof sign_colours>;

/**
 * Paints a canvas whenever one of `dependencies` has changed, in the colours of its style sheet. They are asked for once, when the theme
 * changes and when the page is looked at again: the browser answers by computing the style of the whole page. Colours in a new object say
 * that nothing may be left of the picture before.
 */
export function use_painting(
  canvas: { readonly current: HTMLCanvasElement | null },
  paint: (canvas: HTMLCanvasElement, colours: SignColours) => void,
  dependencies: readonly unknown[],
): void {
  const colours = useRef<SignColours>(undefined);
  const draw = useRef(() => {});
  draw.current = () => {
    if (canvas.current) paint(canvas.current, (colours.current ??= sign_colours(getComputedStyle(canvas.current))));
  };
  // In the frame of the numbers around it; the first time after that frame, which is long enough without the question.
  useLayoutEffect(() => {
    if (colours.current !== undefined) draw.current();
  }, dependencies);
  useEffect(() => {
    const repaint = () => {
      colours.current = undefined;
      draw.current();
    };
    repaint();
    // A browser that needs the memory takes a canvas's content, and says when there is room again; not every one does, of a hidden page.
    const place = canvas.current;
    place?.addEventListener('contextrestored', repaint);
    const back = () => {
      if (!document.hidden) repaint();
    };
    document.addEventListener('visibilitychange', back);
    const queries = other_colours.map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener('change', repaint);
    return () => {
      place?.removeEventListener('contextrestored', repaint);
      document.removeEventListener('visibilitychange', back);
      for (const query of queries) query.removeEventListener('change', repaint);
    };
  }, [theme.value]);
}
