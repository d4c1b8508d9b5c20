import type { ComponentChildren } from 'preact';

interface TogglesProps<Name extends string> {
  readonly legend: string;
  readonly options: readonly { readonly name: Name; readonly label: ComponentChildren }[];
  /** Not empty. */
  readonly chosen: readonly Name[];
  readonly on_change: (chosen: readonly Name[]) => void;
}

/** Group of native checkboxes, at least one of which stays checked. */
export function Toggles<Name extends string>({ legend, options, chosen, on_change }: TogglesProps<Name>) {
  const toggled = (name: Name, on: boolean) =>
    options.map((option) => option.name).filter((other) => (other === name ? on : chosen.includes(other)));
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="choice_options">
        {options.map(({ name, label }) => {
          const checked = chosen.includes(name);
          return (
            <label key={name} class="choice_option">
              <input
                type="checkbox"
                checked={checked}
                disabled={checked && chosen.length === 1}
                onChange={(event) => on_change(toggled(name, event.currentTarget.checked))}
              />
              <span>{label}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
