import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { theme } from '../preferences.ts';

/** Paper is light whatever the screen is, and some readers have the system choose all colours. */
const other_colours = ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'];

/**
 * Paints a canvas whenever one of `dependencies` has changed, in colours that `colours_of` takes from what the style sheet says of it. They are
 * asked for once and when the theme changes, for the browser answers by computing the style of the whole page.
 */
export function use_painting<Colours>(
  canvas: { readonly current: HTMLCanvasElement | null },
  colours_of: (style: CSSStyleDeclaration) => Colours,
  paint: (canvas: HTMLCanvasElement, colours: Colours) => void,
  dependencies: readonly unknown[],
): void {
  const colours = useRef<Colours>(undefined);
  const draw = useRef(() => {});
  draw.current = () => {
    if (canvas.current) paint(canvas.current, (colours.current ??= colours_of(getComputedStyle(canvas.current))));
  };
  // In the frame of the numbers around it; the first time after that frame, which is long enough without the question.
  useLayoutEffect(() => {
    if (colours.current !== undefined) draw.current();
  }, dependencies);
  useEffect(() => {
    const anew = () => {
      colours.current = undefined;
      draw.current();
    };
    anew();
    const queries = other_colours.map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener('change', anew);
    return () => {
      for (const query of queries) query.removeEventListener('change', anew);
    };
  }, [theme.value]);
}
