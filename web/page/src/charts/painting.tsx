import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { theme } from '../state/preferences.ts';

/**
 * Media queries that change the page's colours: dark mode, forced colours, and print, which is
 * always light.
 */
const colour_queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'];

/**
 * Reads the colours of the sign scale, and `apart`, a colour distinct from it, from properties that
 * a canvas does not otherwise use.
 */
const sign_colours = ({
  caretColor,
  backgroundColor,
  color,
  borderTopColor,
}: CSSStyleDeclaration) => ({
  /** Negative numbers get a minus sign, too: on paper and in forced colours, which may be grey. */
  second_sign: matchMedia('(forced-colors: active), print').matches,
  minus: caretColor,
  zero: backgroundColor,
  plus: color,
  outlier: borderTopColor,
});

export type SignColours = ReturnType<typeof sign_colours>;

interface PaintingProps {
  readonly class?: string;
  readonly label: string;
  readonly width: number;
  readonly height: number;
  /** Largest number of canvas pixels per pixel of the page. */
  readonly largest_ratio: number;
  readonly paint: (canvas: HTMLCanvasElement, colours: SignColours) => void;
  /** The canvas is painted again when one of these or its size has changed. */
  readonly dependencies: readonly unknown[];
}

/**
 * A picture on a canvas, painted in the colours of its style sheet. The colours are cached until
 * the theme changes or the page becomes visible again, because reading them makes the browser
 * compute the style of the whole page. A new colour object means that the whole canvas has to be
 * repainted.
 */
export function Painting({
  class: name,
  label,
  width,
  height,
  largest_ratio,
  paint,
  dependencies,
}: PaintingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ratio = Math.min(largest_ratio, Math.max(1, globalThis.devicePixelRatio ?? 1));
  const size = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  const colours = useRef<SignColours>(undefined);
  const draw = useRef(() => {});
  draw.current = () => {
    if (canvas.current)
      paint(canvas.current, (colours.current ??= sign_colours(getComputedStyle(canvas.current))));
  };
  // Paints in the same frame as the numbers around it. The first painting waits until after that
  // frame, because it reads the colours.
  useLayoutEffect(() => {
    if (colours.current !== undefined) draw.current();
  }, [...dependencies, size.width, size.height]);
  useEffect(() => {
    const repaint = () => {
      colours.current = undefined;
      draw.current();
    };
    repaint();
    const removal = new AbortController();
    const on = (target: EventTarget | null, event: string) =>
      target?.addEventListener(event, repaint, { signal: removal.signal });
    // A browser short of memory discards a canvas's content and then fires `contextrestored`; some
    // do not fire it for a hidden page.
    on(canvas.current, 'contextrestored');
    on(document, 'visibilitychange');
    for (const query of colour_queries) on(matchMedia(query), 'change');
    return () => removal.abort();
  }, [theme.value]);
  return (
    <canvas
      ref={canvas}
      role="img"
      class={name}
      aria-label={label}
      {...size}
      style={{ width: `${width}px`, height: `${height}px` }}
    />
  );
}
