import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface SelectProps<Value> {
  readonly class?: string;
  readonly label: string;
  readonly values: readonly Value[];
  readonly text: (value: Value) => string;
  readonly value: Value | undefined;
  /** Language of the options; default: the page's. */
  readonly language?: string | undefined;
  readonly disabled?: boolean;
  /** Between the label and the options. */
  readonly before?: ComponentChildren;
  /** After the options. */
  readonly children?: ComponentChildren;
  readonly on_choose: (value: Value) => void;
}

/** A labelled list of options, one of which is chosen. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const {
    class: name = 'field',
    label,
    values,
    text,
    value,
    language,
    disabled,
    before,
    children,
    on_choose,
  } = props;
  const id = useId();
  const choose = ({ currentTarget }: Event & { readonly currentTarget: HTMLSelectElement }) => {
    const chosen = values[currentTarget.selectedIndex];
    if (chosen !== undefined) on_choose(chosen);
  };
  return (
    <div class={name}>
      <label for={id}>{label}</label>
      {before}
      <select
        id={id}
        class="select"
        lang={language}
        value={String(value)}
        disabled={disabled}
        onChange={choose}
      >
        {values.map((option) => (
          <option key={option} value={String(option)} selected={option === value}>
            {text(option)}
          </option>
        ))}
      </select>
      {children}
    </div>
  );
}
