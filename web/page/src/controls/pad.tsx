/**
 * An area to draw on by touch, mouse, pen, or a cursor that the keys move. What a stroke changes is
 * up to the owner. A finger on it draws, in any direction, and does not scroll the page: its style is
 * `touch-action: none`.
 */
import type { ScaleLinear } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { place_in } from './place_in.ts';
import { with_modifier } from './modifiers.ts';

/** In coordinates of the data. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

interface DrawingPadProps {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  /**
   * Draws at a place; `before` is the last place that this stroke has drawn at. Returns whether it
   * has drawn.
   */
  readonly draw: (place: Place, before: Place | undefined) => boolean;
  readonly class: string;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly described_by: string;
  /** Moves the cursor by an arrow key, in steps to the right and upwards. */
  readonly on_arrow: (step: readonly [right: number, up: number], large: boolean) => void;
  /** Uses another key; returns whether it has a meaning. */
  readonly on_key?: (key: string) => boolean;
  readonly children: ComponentChildren;
}

const arrows: Record<string, readonly [right: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface Stroke {
  last?: Place;
}

function use_stroke({ x, y, draw }: DrawingPadProps) {
  const stroke = useRef<Stroke | undefined>(undefined);
  const draw_at = (event: PointerEvent, current: Stroke) => {
    const at = place_in(event.currentTarget as Element, event);
    const place = { x: x.invert(at.x), y: y.invert(at.y) };
    if (draw(place, current.last)) current.last = place;
  };
  const end = () => (stroke.current = undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      stroke.current = {};
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      draw_at(event, stroke.current);
    },
    onPointerMove: (event: PointerEvent) => {
      if (stroke.current) draw_at(event, stroke.current);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

export function DrawingPad(props: DrawingPadProps) {
  const { width, height, label, described_by, on_arrow, on_key, children } = props;
  const stroke = use_stroke(props);
  const use_key = (event: KeyboardEvent) => {
    if (with_modifier(event)) return;
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
