import { useEffect, useState } from 'preact/hooks';
import { format_number, t } from '../words/i18n.ts';
import { parse_number, type NumberError } from '../words/parse_number.ts';
import { shorten } from '../words/untrusted_text.ts';
import { TextField } from './text_field.tsx';

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

function error_text(error: NonNullable<Draft['error']>, text: string, smallest: number, largest: number): string {
  const count = (value: number) => format_number(value, 'count');
  return t(`number.${error}`, { token: shorten(text.trim()), smallest: count(smallest), largest: count(largest) });
}

/** Text field for a number with comma or point. Invalid input shows an error; the last valid value stays in effect. */
export function NumberField({ label, value, on_value, ...limits }: NumberFieldProps) {
  const { largest, smallest = -largest } = limits;
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
    <TextField
      label={label}
      keyboard="decimal"
      value={draft?.text ?? (limits.whole ? String(value) : format_number(value, 'tick'))}
      invalid={error !== undefined}
      error={error === undefined ? '' : error_text(error, draft?.text ?? '', smallest, largest)}
      on_text={on_input}
      on_leave={() => set_draft((old) => (old?.error === undefined ? undefined : old))}
    />
  );
}

function same(text: string, value: number): boolean {
  const number = parse_number(text.trim());
  return 'value' in number && number.value === value;
}
