/**
 * Parses the core's CSV errors into the fields that a translated message needs. Unknown errors become `other` with the core's message;
 * a test verifies that the patterns match the core's messages.
 */

export type CsvErrorKind =
  | 'no_number'
  | 'no_value'
  | 'out_of_range'
  | 'no_label'
  | 'width'
  | 'open_quote'
  | 'after_quote'
  | 'no_separator'
  | 'empty'
  | 'header_alone'
  | 'other';

export interface CsvError {
  readonly kind: CsvErrorKind;
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** Name of the column, if there is a header. */
  readonly name?: string;
  /** The invalid value. */
  readonly value?: string;
  /** Number of fields of the line, and of the first line. */
  readonly fields?: number;
  readonly expected_fields?: number;
  readonly first_line?: number;
  /** The core's English message. */
  readonly message: string;
}

/** The parts of an FfnError of the code `invalid_argument`. */
export interface CoreRefusal {
  readonly message: string;
  readonly argument?: string | undefined;
  readonly value?: string | undefined;
  readonly expected?: string | undefined;
}

const place = /^csv line (?<line>\d+)(?:, column (?<column>\d+)(?: \("(?<name>.*)"\))?)?$/s;

const unquoted = (value: string) => /^"(.*)"$/s.exec(value)?.[1] ?? value;

function kind_of({ argument = '', value = '', expected = '' }: CoreRefusal): CsvErrorKind {
  if (argument === 'csv') {
    if (value === 'a header alone') return 'header_alone';
    return expected.startsWith('columns separated') && value !== 'empty' ? 'no_separator' : 'empty';
  }
  if (!argument.startsWith('csv line')) return 'other';
  if (value === 'a quote that is never closed') return 'open_quote';
  if (value === 'text after a closing quote') return 'after_quote';
  if (/^\d+ fields long$/.test(value)) return 'width';
  if (expected === 'a label') return 'no_label';
  if (expected === 'a number that float32 can hold') return 'out_of_range';
  if (expected === 'a number') return value === 'empty' ? 'no_value' : 'no_number';
  return 'other';
}

export function parse_csv_error(refusal: CoreRefusal): CsvError {
  const { message, argument = '', value = '', expected = '' } = refusal;
  const kind = kind_of(refusal);
  const { line, column, name } = place.exec(argument)?.groups ?? {};
  const widths = kind === 'width' ? /^(?<expected>\d+) fields, as in line (?<first>\d+)$/.exec(expected)?.groups : undefined;
  return {
    kind,
    message,
    value: unquoted(value),
    ...(line !== undefined && { line: Number(line) }),
    ...(column !== undefined && { column: Number(column) }),
    ...(name !== undefined && { name }),
    ...(widths && { fields: Number.parseInt(value), expected_fields: Number(widths.expected), first_line: Number(widths.first) }),
  };
}

const line_ends = /(\r\n|\r|\n)/;

/** Returns the text with a line emptied, so that the numbers of the other lines stay the same. */
export function without_line(text: string, line: number): string {
  const parts = text.split(line_ends); // lines at even indices, line ends at odd ones
  parts[(line - 1) * 2] = '';
  return parts.join('');
}
