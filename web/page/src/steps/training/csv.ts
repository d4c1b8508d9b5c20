/**
 * The user's data set: drawn points, or CSV that the core reads with every invalid line and the
 * fields that a translated message needs.
 */
import { FfnError, type Dataset, type Lab } from 'ffn-lab';
import type { Place } from '../../controls/pad.tsx';
import {
  most_points,
  to_place,
  type DataPoint,
  type DrawnKind,
  type Points,
} from './drawn_points.ts';
import { widths_of } from './twins.ts';

type CoreRefusal = Pick<FfnError, 'message'> &
  Partial<Pick<FfnError, 'argument' | 'value' | 'expected'>>;

const place = /^csv line (?<line>\d+)(?:, column (?<column>\d+)(?: \("(?<name>.*)"\))?)?$/s;

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

/**
 * Parses an error of the core; an unknown one becomes `other` with the core's message. A number
 * that the error does not state is NaN.
 */
export function parse_csv_error(refusal: CoreRefusal) {
  const { message, argument = '', value = '', expected = '' } = refusal;
  const { line, column, name } = place.exec(argument)?.groups ?? {};
  const widths = /^(?<expected>\d+) fields, as in line (?<first>\d+)$/.exec(expected)?.groups;
  return {
    kind: kind_of(refusal),
    message,
    /** 1-based, as the column. */
    line: Number(line),
    column: Number(column),
    /** Name of the column, if there is a header. */
    name,
    value: /^"(.*)"$/s.exec(value)?.[1] ?? value,
    /** Number of fields of the line, and of the first line. */
    fields: Number.parseInt(value),
    expected_fields: Number(widths?.expected),
    first_line: Number(widths?.first),
  } as const;
}

export type CsvError = ReturnType<typeof parse_csv_error>;

/** Returns the text with a line emptied, so that the numbers of the other lines stay the same. */
export function without_line(text: string, line: number): string {
  const parts = text.split(/(\r\n|\r|\n)/); // lines at even indices, line ends at odd ones
  parts[(line - 1) * 2] = '';
  return parts.join('');
}

export const csv_tasks = ['auto', 'regression', 'classification'] as const;
export type CsvTask = (typeof csv_tasks)[number];

/** `skip` skips invalid lines. */
export type CsvRequest = { readonly text: string; readonly task: CsvTask; readonly skip: boolean };

/** The search stops after this many invalid lines: the text is then probably not CSV. */
const most_wrong_lines = 50;
const shown_errors = 5;

/**
 * Parses CSV. The core reports the first invalid line only; the loop removes it and parses again to
 * find the next.
 */
export function read_csv(lab: Lab, { text, task, skip }: CsvRequest) {
  const errors: CsvError[] = [];
  let dataset: Dataset | undefined;
  for (let rest = text; dataset === undefined && errors.length <= most_wrong_lines;) {
    try {
      dataset = lab.dataset_from_csv(rest, { task });
    } catch (error) {
      if (!(error instanceof FfnError) || !error.code.startsWith('invalid_')) throw error;
      const wrong = parse_csv_error(error);
      const another = wrong.line > 0 && errors.every(({ line }) => line !== wrong.line);
      // Removing every line leaves an empty text, whose error is not reported.
      if (errors.length === 0 || another) errors.push(wrong);
      if (!another) break;
      rest = without_line(rest, wrong.line);
    }
  }
  const correct = errors.length === 0;
  return {
    /** Undefined if a line is invalid and `skip` is false. */
    dataset: correct || skip ? dataset : undefined,
    errors: errors.toSorted((a, b) => a.line - b.line).slice(0, shown_errors),
    more: errors.length > shown_errors,
    /** Whether the valid lines form a data set. */
    others: !correct && dataset !== undefined,
  };
}

/**
 * Describes a data set: `minimum` and `maximum` cover all inputs; `counts` has the number of
 * examples per class, undefined for regression.
 */
export function dataset_facts(lab: Lab, own: Dataset) {
  const { d_in, d_out } = widths_of(own);
  const { minimum, maximum } = lab.summarize(own.inputs);
  // Labels are integers from 0.
  const labels = own.labels && { data: Float32Array.from(own.labels), shape: [own.labels.length] };
  const counts = labels && lab.histogram(labels, { bins: d_out, range: [0, d_out] }).counts;
  return { examples: own.inputs.shape[0] ?? 0, d_in, d_out, minimum, maximum, counts };
}

export type OwnRequest = CsvRequest | { readonly dataset: Dataset };

/** Returns the user's data set and its description, or what is wrong with the CSV. */
export function read_own(lab: Lab, request: OwnRequest) {
  const read =
    'dataset' in request
      ? { dataset: request.dataset, errors: [], more: false, others: false }
      : read_csv(lab, request);
  return { ...read, facts: read.dataset && dataset_facts(lab, read.dataset) };
}

export const class_names = ['A', 'B'] as const;

const squared_distance = (a: Place, b: Place) => (a.x - b.x) ** 2 + (a.y - b.y) ** 2;

/**
 * Whether the pointer is far enough from the last point of a stroke to add another: at least 0.16.
 */
export const is_spaced = (last: Place, place: Place): boolean =>
  squared_distance(last, place) >= 0.16 ** 2;

export const with_point = (points: Points, { x, y, kind }: DataPoint): Points =>
  points.length >= most_points ? points : [...points, { x: to_place(x), y: to_place(y), kind }];

/** Removes the point nearest to `place`, if one is within 0.3. */
export function without_nearest(points: Points, place: Place): Points {
  const [nearest] = points.toSorted(
    (a, b) => squared_distance(a, place) - squared_distance(b, place),
  );
  const near = nearest !== undefined && squared_distance(nearest, place) <= 0.3 ** 2;
  return near ? points.filter((point) => point !== nearest) : points;
}

export function drawn_dataset(points: Points, kind: DrawnKind): Dataset | undefined {
  const n = points.length;
  if (n === 0) return undefined;
  const tensor = (numbers: readonly number[]) => ({
    data: Float32Array.from(numbers),
    shape: [n, numbers.length / n],
  });
  if (kind === 'curve')
    return { inputs: tensor(points.map(({ x }) => x)), targets: tensor(points.map(({ y }) => y)) };
  const labels = Int32Array.from(points, (point) => point.kind);
  return { inputs: tensor(points.flatMap(({ x, y }) => [x, y])), labels, classes: class_names };
}

export function drawn_csv(points: Points, drawn: DrawnKind): string {
  const rows = points.map(({ x, y, kind }) =>
    drawn === 'curve' ? `${x},${y}` : `${x},${y},${class_names[kind]}`,
  );
  return `${[drawn === 'curve' ? 'x,y' : 'x1,x2,class', ...rows].join('\n')}\n`;
}
