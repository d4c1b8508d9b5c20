/** Groups of native inputs, so that keyboard and assistive technology work without further code. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';

interface OptionsProps<Value> {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly label: (value: Value) => ComponentChildren;
  /** Hides the legend visually. */
  readonly quiet?: boolean;
  readonly disabled?: boolean;
}

type Key = string | number | boolean;

function Options<Value extends Key>(
  props: OptionsProps<Value> & { readonly input: (value: Value) => VNode },
) {
  return (
    <fieldset class="choice" disabled={props.disabled}>
      <legend class={props.quiet ? 'visually_hidden' : undefined}>{props.legend}</legend>
      <div class="choice_options">
        {props.values.map((value) => (
          <label key={value} class="choice_option">
            {props.input(value)}
            <span>{props.label(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The chosen value: a signal that the choice sets, or a value with a callback. */
type Chosen<Value> =
  | { readonly of: Signal<Value> }
  | { readonly value: Value; readonly on_choose: (value: Value) => void };

export function Choice<Value extends Key>(props: OptionsProps<Value> & Chosen<Value>) {
  const group = useId();
  const chosen = 'of' in props ? props.of.value : props.value;
  const choose = (value: Value) =>
    'of' in props ? (props.of.value = value) : props.on_choose(value);
  const input = (value: Value) => (
    <input
      type="radio"
      name={group}
      value={String(value)}
      checked={value === chosen}
      onChange={() => choose(value)}
    />
  );
  return <Options {...props} input={input} />;
}

interface TogglesProps<Value> extends OptionsProps<Value> {
  /** Not empty. */
  readonly chosen: readonly Value[];
  readonly on_change: (chosen: readonly Value[]) => void;
}

/** Group of checkboxes, at least one of which stays checked. */
export function Toggles<Value extends Key>({ chosen, on_change, ...options }: TogglesProps<Value>) {
  const toggled = (value: Value, on: boolean) =>
    options.values.filter((other) => (other === value ? on : chosen.includes(other)));
  const input = (value: Value) => (
    <input
      type="checkbox"
      checked={chosen.includes(value)}
      disabled={chosen.length === 1 && chosen.includes(value)}
      onChange={(event) => on_change(toggled(value, event.currentTarget.checked))}
    />
  );
  return <Options {...options} input={input} />;
}
