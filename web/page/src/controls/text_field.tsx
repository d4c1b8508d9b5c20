import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly on_text: (text: string) => void;
  readonly on_leave?: () => void;
  /** Height of a field for several lines; default: a field for one line. */
  readonly rows?: number;
  /** Whether long lines are wrapped; default true. */
  readonly wrap?: boolean;
  /** Keyboard of phones. */
  readonly keyboard?: 'decimal' | 'numeric';
  /** Texts that complete the value of a field for one line. */
  readonly completions?: readonly string[];
  readonly language?: string;
  readonly invalid: boolean;
  /**
   * Shown and announced below the field; '' if there is none. Default: the errors are shown
   * elsewhere.
   */
  readonly error?: ComponentChildren;
  readonly hint?: string;
  /** Contents between the error and the hint. */
  readonly children?: ComponentChildren;
  readonly class?: string;
  readonly on_drag_over?: (event: DragEvent) => void;
  readonly on_drop?: (event: DragEvent) => void;
}

/** The field without what surrounds it; `id` is the beginning of the ids around it, too. */
function Input(props: TextFieldProps & { readonly id: string }) {
  const { id, on_text, rows, wrap = true, completions, error, hint } = props;
  const attributes = {
    id,
    class: 'field_input',
    value: props.value,
    lang: props.language,
    autocomplete: 'off',
    spellcheck: false,
    autocapitalize: 'none',
    'aria-invalid': props.invalid,
    'aria-describedby': [error !== undefined && `${id}_error`, hint !== undefined && `${id}_hint`]
      .filter(Boolean)
      .join(' '),
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      on_text(event.currentTarget.value),
    onBlur: props.on_leave,
  } as const;
  return rows === undefined ? (
    <input
      {...attributes}
      type="text"
      inputMode={props.keyboard}
      list={completions && `${id}_completions`}
    />
  ) : (
    <textarea {...attributes} rows={rows} wrap={wrap ? undefined : 'off'} />
  );
}

/** Text field of one or several lines with its label, its error and a hint. */
export function TextField(props: TextFieldProps) {
  const { label, completions, error, hint, class: name = '' } = props;
  const id = useId();
  return (
    <div class={`field ${name}`} onDragOver={props.on_drag_over} onDrop={props.on_drop}>
      <label for={id}>{label}</label>
      <Input {...props} id={id} />
      {completions && (
        <datalist id={`${id}_completions`}>
          {completions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
      {error !== undefined && (
        <p id={`${id}_error`} class="field_error" role="status">
          {error}
        </p>
      )}
      {props.children}
      {hint !== undefined && (
        <p id={`${id}_hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
