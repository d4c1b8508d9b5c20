/** Reads the user's CSV with the core: the data set, or every invalid line with the fields that a translated message needs. */
import { FfnError } from 'ffn-lab';
import type { Dataset, Lab } from 'ffn-lab';
import { data_widths } from './run_options.ts';
import type { RaceSettings } from './run_options.ts';

export interface CsvError {
  readonly kind: ReturnType<typeof kind_of>;
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

type CoreRefusal = Pick<FfnError, 'message'> & Partial<Pick<FfnError, 'argument' | 'value' | 'expected'>>;

const place = /^csv line (?<line>\d+)(?:, column (?<column>\d+)(?: \("(?<name>.*)"\))?)?$/s;

const unquoted = (value: string) => /^"(.*)"$/s.exec(value)?.[1] ?? value;

function kind_of({ argument = '', value = '', expected = '' }: CoreRefusal) {
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

/** Parses an error of the core; an unknown one becomes `other` with the core's message. */
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

export type CsvTask = 'auto' | 'regression' | 'classification';

export interface CsvRequest {
  readonly text: string;
  readonly task: CsvTask;
  /** Skips invalid lines. */
  readonly skip: boolean;
}

/** The search stops after this many invalid lines: the text is then probably not CSV. */
const most_wrong_lines = 50;
const shown_errors = 5;

type Parsed = { readonly dataset: Dataset } | { readonly error: CsvError };

function parse({ text, task }: Pick<CsvRequest, 'text' | 'task'>, lab: Lab): Parsed {
  try {
    return { dataset: lab.dataset_from_csv(text, { task }) };
  } catch (error) {
    if (error instanceof FfnError && error.code.startsWith('invalid_')) return { error: parse_csv_error(error) };
    throw error;
  }
}

/** Parses CSV. The core reports the first invalid line only; the loop removes it and parses again to find the next. */
export function read_csv(lab: Lab, { text, task, skip }: CsvRequest) {
  const errors: CsvError[] = [];
  let rest = text;
  const reply = (dataset: Dataset | undefined) => {
    const in_order = errors.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
    const wrong = errors.length > 0;
    return {
      /** Undefined if a line is invalid and `skip` is false. */
      dataset: wrong && !skip ? undefined : dataset,
      /** The first errors, sorted by line. */
      errors: in_order.slice(0, shown_errors),
      /** Whether there are more errors than listed. */
      more: in_order.length > shown_errors,
      /** Whether the valid lines form a data set. */
      others: wrong && dataset !== undefined,
    };
  };
  for (;;) {
    const parsed = parse({ text: rest, task }, lab);
    if ('dataset' in parsed) return reply(parsed.dataset);
    const { line } = parsed.error;
    const known = errors.some((error) => error.line === line);
    // Removing every line leaves an empty text, whose error is not reported.
    if (errors.length === 0 || line !== undefined) errors.push(parsed.error);
    if (line === undefined || known || errors.length > most_wrong_lines) return reply(undefined);
    rest = without_line(rest, line);
  }
}

/** Number of examples per class; labels are integers from 0. */
function class_counts(lab: Lab, labels: NonNullable<Dataset['labels']>, classes: number): Int32Array {
  const tensor = { data: Float32Array.from(labels), shape: [labels.length] };
  return lab.histogram(tensor, { bins: classes, range: [0, classes] }).counts;
}

/** Describes a data set: `minimum` and `maximum` are those of all inputs, `counts` the examples per class, undefined for regression. */
export function dataset_facts(lab: Lab, settings: Pick<RaceSettings, 'data' | 'own'>) {
  const { d_in, d_out } = data_widths(settings) ?? { d_in: 0, d_out: 0 };
  const { inputs, labels } = settings.own ?? { inputs: { data: new Float32Array(0), shape: [0, 0] } };
  const { minimum, maximum } = lab.summarize(inputs);
  return { examples: inputs.shape[0] ?? 0, d_in, d_out, minimum, maximum, counts: labels && class_counts(lab, labels, d_out) };
}
