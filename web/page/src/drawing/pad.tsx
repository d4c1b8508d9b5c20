/** An area to draw on by touch, mouse, pen, or a cursor that the keys move. What a stroke changes is up to the owner. */
import type { ScaleLinear } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/** In coordinates of the data. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface PadAxes {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
}

interface StrokeProps extends PadAxes {
  /** Draws at a place; `before` is the last place that this stroke has drawn at. Returns whether it has drawn. */
  readonly draw: (place: Place, before: Place | undefined) => boolean;
  /** A finger draws once it goes sideways or is lifted: a vertical swipe scrolls the page. The style is `touch-action: pan-y`. */
  readonly sideways?: boolean;
}

interface DrawingPadProps extends StrokeProps {
  readonly class: string;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  /** Id of the element that says how to draw. */
  readonly described_by: string;
  /** Moves the cursor by an arrow key, in steps to the right and upwards. */
  readonly on_arrow: (step: readonly [right: number, up: number], large: boolean) => void;
  /** Uses another key; returns whether it has a meaning. */
  readonly on_key?: (key: string) => boolean;
  readonly children: ComponentChildren;
}

/** A finger that has gone this far sideways draws. */
const held_pixels = 8;

const arrows: Record<string, readonly [right: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function use_stroke({ x, y, draw, sideways = false }: StrokeProps) {
  const last = useRef<Place | undefined>(undefined);
  const drawing = useRef(false);
  /** Where a finger was put down that does not draw yet. */
  const held_at = useRef<number | undefined>(undefined);
  const draw_at = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const place = { x: x.invert(event.clientX - box.left), y: y.invert(event.clientY - box.top) };
    if (draw(place, last.current)) last.current = place;
  };
  const end = () => {
    last.current = undefined;
    drawing.current = false;
    held_at.current = undefined;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      drawing.current = true;
      held_at.current = sideways && event.pointerType === 'touch' ? event.clientX : undefined;
      if (held_at.current !== undefined) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      draw_at(event);
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drawing.current || (held_at.current !== undefined && Math.abs(event.clientX - held_at.current) < held_pixels)) return;
      held_at.current = undefined;
      draw_at(event);
    },
    onPointerUp: (event: PointerEvent) => {
      if (held_at.current !== undefined) draw_at(event);
      end();
    },
    onPointerCancel: end,
  };
}

export function DrawingPad(props: DrawingPadProps) {
  const { width, height, label, described_by, on_arrow, on_key, children } = props;
  const stroke = use_stroke(props);
  const use_key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = arrows[event.key];
    if (arrow) on_arrow(arrow, event.shiftKey);
    else if (!on_key?.(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class={props.class}
      style={{ width: `${width}px`, height: `${height}px` }}
      role="application"
      tabIndex={0}
      aria-label={label}
      aria-describedby={described_by}
      onKeyDown={use_key}
      {...stroke}
    >
      {children}
    </div>
  );
}
