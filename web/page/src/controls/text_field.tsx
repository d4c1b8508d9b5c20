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
  /** Shown and announced below the field; '' if there is none. Default: the errors are shown elsewhere. */
  readonly error?: ComponentChildren;
  readonly hint?: string;
  /** Contents between the error and the hint. */
  readonly children?: ComponentChildren;
  readonly class?: string;
  readonly on_drag_over?: (event: DragEvent) => void;
  readonly on_drop?: (event: DragEvent) => void;
}

type InputProps = Pick<
  TextFieldProps,
  'value' | 'on_text' | 'on_leave' | 'rows' | 'wrap' | 'keyboard' | 'completions' | 'language' | 'invalid'
>;

function Input({
  id,
  described_by,
  value,
  on_text,
  on_leave,
  rows,
  wrap,
  keyboard,
  completions,
  language,
  invalid,
}: InputProps & Record<'id' | 'described_by', string>) {
  const common = {
    ...{ id, class: 'field_input', autocomplete: 'off', spellcheck: false, value, lang: language },
    autocapitalize: 'none',
    ...{ 'aria-invalid': invalid, 'aria-describedby': described_by },
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => on_text(event.currentTarget.value),
    onBlur: on_leave,
  } as const;
  if (rows === undefined)
    return (
      <>
        <input {...common} type="text" inputMode={keyboard} list={completions && `${id}_completions`} />
        {completions && (
          <datalist id={`${id}_completions`}>
            {completions.map((text) => (
              <option key={text} value={text} />
            ))}
          </datalist>
        )}
      </>
    );
  return <textarea {...common} rows={rows} wrap={wrap === false ? 'off' : undefined} />;
}

/** Text field of one or several lines with its label, its error and a hint. */
export function TextField({ label, error, hint, children, class: name = '', on_drag_over, on_drop, ...input }: TextFieldProps) {
  const id = useId();
  const described_by = [error === undefined ? [] : `${id}_error`, hint === undefined ? [] : `${id}_hint`].flat().join(' ');
  return (
    <div class={`field ${name}`} onDragOver={on_drag_over} onDrop={on_drop}>
      <label for={id}>{label}</label>
      <Input {...input} id={id} described_by={described_by} />
      {error !== undefined && (
        <p id={`${id}_error`} class="field_error" role="status">
          {error}
        </p>
      )}
      {children}
      {hint !== undefined && (
        <p id={`${id}_hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
