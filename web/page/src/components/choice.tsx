import { useId } from 'preact/hooks';

interface ChoiceProps<Name extends string> {
  readonly legend: string;
  readonly options: readonly { readonly name: Name; readonly label: string }[];
  readonly value: Name;
  readonly on_choose: (name: Name) => void;
  /** Legend for screen readers only. */
  readonly quiet?: boolean;
  /** Shown, but not to be changed. */
  readonly disabled?: boolean;
}

/** One of a few: native radio buttons, so that arrow keys and forms of address work by themselves. */
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
