import { useEffect, useId, useState } from 'preact/hooks';
import { format_number, t } from '../words/i18n.ts';
import { parse_number } from '../words/parse_number.ts';
import type { NumberError } from '../words/parse_number.ts';
import { shorten } from '../words/untrusted_text.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly largest: number;
  /** Default −largest. */
  readonly smallest?: number;
  /** Integers only. */
  readonly whole?: boolean;
  readonly on_value: (value: number) => void;
}

type Limits = Pick<NumberFieldProps, 'largest' | 'smallest' | 'whole'>;

interface Draft {
  readonly text: string;
  readonly error: NumberError | 'empty' | 'not_whole' | undefined;
}

function read(
  text: string,
  { largest, smallest = -largest, whole = false }: Limits,
): { value: number } | { error: NonNullable<Draft['error']> } {
  const trimmed = text.trim();
  if (trimmed === '') return { error: 'empty' };
  const number = parse_number(trimmed);
  if (!('value' in number)) return number;
  if (whole && !Number.isInteger(number.value)) return { error: 'not_whole' };
  return number.value > largest || number.value < smallest ? { error: 'out_of_range' } : number;
}

/** Text field for a number with comma or point. Invalid input shows an error; the last valid value stays in effect. */
export function NumberField({ label, value, on_value, ...limits }: NumberFieldProps) {
  const { largest, smallest = -largest } = limits;
  const id = useId();
  const [draft, set_draft] = useState<Draft | undefined>();
  // A value that changes elsewhere (such as by moving the cursor) replaces the draft.
  useEffect(() => set_draft((old) => (old && 'value' in read(old.text, limits) && same(old.text, value) ? old : undefined)), [value]);
  const on_input = (text: string) => {
    const result = read(text, limits);
    set_draft({ text, error: 'error' in result ? result.error : undefined });
    if ('value' in result) on_value(result.value);
  };
  const error = draft?.error;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="field_input"
        type="text"
        inputMode="decimal"
        autocomplete="off"
        spellcheck={false}
        value={draft?.text ?? (limits.whole ? String(value) : format_number(value, 'tick'))}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}_error`}
        onInput={(event) => on_input(event.currentTarget.value)}
        onBlur={() => set_draft((old) => (old?.error === undefined ? undefined : old))}
      />
      <p id={`${id}_error`} class="field_error" role="status">
        {error === undefined
          ? ''
          : t(`number.${error}`, {
              token: shorten(draft?.text.trim() ?? ''),
              smallest: format_number(smallest, 'count'),
              largest: format_number(largest, 'count'),
            })}
      </p>
    </div>
  );
}

function same(text: string, value: number): boolean {
  const number = parse_number(text.trim());
  return 'value' in number && number.value === value;
}
