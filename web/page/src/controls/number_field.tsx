import { useEffect, useState } from 'preact/hooks';
import { format_count, format_number, t } from '../words/i18n.ts';
import { parse_number } from '../words/parse_number.ts';
import { shorten } from '../words/untrusted_text.ts';
import { TextField } from './text_field.tsx';

interface Limits {
  readonly largest: number;
  /** Default −largest. */
  readonly smallest?: number;
  /** Integers only. */
  readonly whole?: boolean;
}

/** Returns the number, or why there is none. */
function read(text: string, { largest, smallest = -largest, whole = false }: Limits) {
  if (text === '') return { error: 'empty' } as const;
  const number = parse_number(text);
  if ('error' in number) return number;
  if (whole && !Number.isInteger(number.value)) return { error: 'not_whole' } as const;
  return number.value > largest || number.value < smallest
    ? ({ error: 'out_of_range' } as const)
    : number;
}

interface NumberFieldProps extends Limits {
  readonly label: string;
  readonly value: number;
  readonly on_value: (value: number) => void;
}

/**
 * Text field for a number with comma or point. Invalid input shows an error; the last valid value
 * stays in effect.
 */
export function NumberField({ label, value, on_value, ...limits }: NumberFieldProps) {
  const { largest, smallest = -largest, whole = false } = limits;
  const [draft, set_draft] = useState<string>();
  const result = draft === undefined ? { value } : read(draft.trim(), limits);
  // A value that changes elsewhere (such as by moving the cursor) replaces the draft.
  useEffect(() => {
    if ('error' in result || result.value !== value) set_draft(undefined);
  }, [value]);
  const on_text = (text: string) => {
    set_draft(text);
    const number = read(text.trim(), limits);
    if ('value' in number) on_value(number.value);
  };
  const values = {
    token: shorten(draft?.trim() ?? ''),
    smallest: format_count(smallest),
    largest: format_count(largest),
  };
  return (
    <TextField
      label={label}
      keyboard="decimal"
      value={draft ?? (whole ? String(value) : format_number(value, 'typed'))}
      invalid={'error' in result}
      error={'error' in result ? t(`number.${result.error}`, values) : ''}
      on_text={on_text}
      on_leave={() => 'value' in result && set_draft(undefined)}
    />
  );
}
