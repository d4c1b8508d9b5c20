import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

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
        onInput={(event) => on_value(event.currentTarget.valueAsNumber)}
      />
      {shown !== undefined && <output for={id}>{shown}</output>}
    </>
  );
}
