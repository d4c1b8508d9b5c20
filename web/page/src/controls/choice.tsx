import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';

interface ChoiceProps<Name extends string> {
  readonly legend: string;
  readonly options: readonly { readonly name: Name; readonly label: string }[];
  readonly value: Name;
  readonly on_choose: (name: Name) => void;
  /** Hides the legend visually. */
  readonly quiet?: boolean;
  readonly disabled?: boolean;
}

/** Radio group of native inputs, so that keyboard and assistive technology work without further code. */
export function Choice<Name extends string>({ legend, options, value, on_choose, quiet = false, disabled = false }: ChoiceProps<Name>) {
  const group = useId();
  return (
    <fieldset class="choice" disabled={disabled}>
      <legend class={quiet ? 'visually_hidden' : undefined}>{legend}</legend>
      <div class="choice_options">
        {options.map(({ name, label }) => (
          <label key={name} class="choice_option">
            <input type="radio" name={group} value={name} checked={name === value} onChange={() => on_choose(name)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SignalChoiceProps<Name extends string> extends Pick<ChoiceProps<Name>, 'legend' | 'quiet'> {
  readonly names: readonly Name[];
  readonly label: (name: Name) => string;
  readonly of: Signal<Name>;
}

/** A choice of the value of a signal. */
export function SignalChoice<Name extends string>({ names, label, of, ...props }: SignalChoiceProps<Name>) {
  const options = names.map((name) => ({ name, label: label(name) }));
  return <Choice {...props} options={options} value={of.value} on_choose={(name) => (of.value = name)} />;
}
