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
