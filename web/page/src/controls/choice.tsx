import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';

/** The chosen value: a signal that the choice sets, or a value with a callback. */
type Chosen<Value> = { readonly of: Signal<Value> } | { readonly value: Value; readonly on_choose: (value: Value) => void };

type ChoiceProps<Value> = Chosen<Value> & {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly label: (value: Value) => string;
  /** Hides the legend visually. */
  readonly quiet?: boolean;
  readonly disabled?: boolean;
};

/** Radio group of native inputs, so that keyboard and assistive technology work without further code. */
export function Choice<Value extends string | number | boolean>(props: ChoiceProps<Value>) {
  const { legend, values, label, quiet = false, disabled = false } = props;
  const chosen = 'of' in props ? props.of.value : props.value;
  const choose = (value: Value) => ('of' in props ? (props.of.value = value) : props.on_choose(value));
  const group = useId();
  return (
    <fieldset class="choice" disabled={disabled}>
      <legend class={quiet ? 'visually_hidden' : undefined}>{legend}</legend>
      <div class="choice_options">
        {values.map((value) => (
          <label key={value} class="choice_option">
            <input type="radio" name={group} value={String(value)} checked={value === chosen} onChange={() => choose(value)} />
            <span>{label(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
