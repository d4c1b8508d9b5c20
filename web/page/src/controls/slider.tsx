import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface SliderProps {
  readonly value: number;
  readonly smallest: number;
  readonly largest: number;
  /** Distance between two values, the step of an arrow key; default 1. */
  readonly step?: number;
  /** The value as screen readers say it; default: the number. */
  readonly text?: string | undefined;
  readonly on_value: (value: number) => void;
  /** Contents between the label and the slider. */
  readonly before?: ComponentChildren;
  /** The value as it is shown behind the slider. */
  readonly shown?: ComponentChildren;
  /** Stands upright, its smallest value at the bottom. */
  readonly upright?: {
    readonly class: string;
    readonly style: Readonly<Record<'left' | 'top' | 'height', string>>;
  };
}

/** `quiet`: only screen readers get the label. */
type Label =
  | { readonly label: ComponentChildren; readonly quiet?: false }
  | { readonly label: string; readonly quiet: true };

/** A finger that has gone this far sideways moves the slider. */
const held_pixels = 8;

/**
 * Keeps a vertical swipe that begins on a slider, and scrolls the page, from moving it: what a finger
 * sets takes effect once it goes sideways or is lifted. The style is `touch-action: pan-y`.
 */
function use_held_touch(value: number, on_value: (value: number) => void) {
  const held = useRef<{ readonly from: number; newest?: number } | undefined>(undefined);
  const release = () => {
    const newest = held.current?.newest;
    held.current = undefined;
    if (newest !== undefined) on_value(newest);
  };
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent) =>
      (held.current = pointerType === 'touch' ? { from: clientX } : undefined),
    onPointerMove: ({ clientX }: PointerEvent) => {
      if (held.current && Math.abs(clientX - held.current.from) >= held_pixels) release();
    },
    onPointerUp: release,
    onPointerCancel: ({ currentTarget }: PointerEvent) => {
      held.current = undefined;
      (currentTarget as HTMLInputElement).value = String(value);
    },
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      if (held.current) held.current.newest = currentTarget.valueAsNumber;
      else on_value(currentTarget.valueAsNumber);
    },
  };
}

/**
 * Native range input with its label and value, so that keyboard, touch and assistive technology
 * work without further code.
 */
export function Slider({
  smallest,
  largest,
  step = 1,
  value,
  text,
  on_value,
  before,
  shown,
  upright,
  ...name
}: SliderProps & Label) {
  const id = useId();
  const touch = use_held_touch(value, on_value);
  const listeners = upright ? { onInput: touch.onInput } : touch;
  return (
    <>
      {!name.quiet && <label for={id}>{name.label}</label>}
      {before}
      <input
        id={id}
        type="range"
        class={upright ? upright.class : 'slider'}
        style={upright?.style}
        min={smallest}
        max={largest}
        step={step}
        value={value}
        aria-label={name.quiet ? name.label : undefined}
        aria-orientation={upright && 'vertical'}
        aria-valuetext={text}
        {...listeners}
      />
      {shown !== undefined && <output for={id}>{shown}</output>}
    </>
  );
}
