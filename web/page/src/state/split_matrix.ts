/**
 * Splits the text of a matrix into cells: decides which characters are separators and which are
 * decimal signs.
 */
import type { NumberError } from '../words/parse_number.ts';
import { shorten } from '../words/untrusted_text.ts';

export type MatrixErrorCode =
  | NumberError
  | 'empty'
  | 'too_long'
  | 'empty_cell'
  | 'ragged'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'ambiguous_comma'
  | 'mixed_separators'
  | 'unbalanced_brackets'
  | 'nested_too_deep';

/** Rows and columns are numbered from 1. */
export interface MatrixError extends Partial<
  Readonly<Record<'row' | 'column' | 'expected' | 'found', number>>
> {
  readonly code: MatrixErrorCode;
  /** The invalid text, shortened. */
  readonly token?: string;
}

/** Cells as unparsed text, and their decimal sign. */
export interface SplitMatrix {
  readonly rows: readonly (readonly string[])[];
  readonly decimal_sign: '.' | ',';
}

type SplitResult = SplitMatrix | { readonly error: MatrixError };

// Not \s: a no-break space groups digits ("1 234"), and splitting there would turn one number into
// two.
const blanks = /[ \t\r\f\v]+/;
const thousands_then_comma = /^[+\-−]?\d{1,3}(?:\.\d{3})+,\d+$/;

const chunks_of = (line: string) => line.split(blanks);

/**
 * Splits a row at a separator, which may also be at its end; a blank inside a cell is an error, as
 * it means that two separators are mixed.
 */
function cells_of(
  text: string,
  separator: string,
  row: number,
): readonly string[] | { readonly error: MatrixError } {
  const cells = text.split(separator).map((cell) => cell.trim());
  if (cells.length > 1 && cells.at(-1) === '') cells.pop();
  const mixed = cells.findIndex((cell) => blanks.test(cell));
  if (mixed < 0) return cells;
  return {
    error: {
      code: 'mixed_separators',
      row: row + 1,
      column: mixed + 1,
      token: shorten(cells[mixed] ?? ''),
    },
  };
}

function split_each(
  texts: readonly string[],
  split: (text: string, row: number) => ReturnType<typeof cells_of>,
  sign: '.' | ',',
): SplitResult {
  const rows: (readonly string[])[] = [];
  for (const [index, text] of texts.entries()) {
    const row = split(text, index);
    if ('error' in row) return row;
    rows.push(row);
  }
  return { rows, decimal_sign: sign };
}

const split_at = (lines: readonly string[], separator: string, sign: '.' | ',') =>
  split_each(lines, (line, row) => cells_of(line, separator, row), sign);

/**
 * Splits lines that contain blanks and commas only: decides whether a comma is a separator or a
 * decimal sign.
 */
function split_commas(lines: readonly string[]): SplitResult {
  const chunks = lines.flatMap((line, row) =>
    chunks_of(line).map((chunk) => ({ chunk, row: row + 1 })),
  );
  const inside = chunks.filter(({ chunk }) => /,./.test(chunk)); // commas followed by another character
  const ends = chunks.filter(({ chunk }) => chunk.endsWith(','));
  const refuse = ({ chunk, row }: { chunk: string; row: number }): SplitResult => ({
    error: { code: 'ambiguous_comma', row, token: shorten(chunk) },
  });
  const [first] = inside;
  if (first === undefined) return split_at(lines, ',', '.'); // "1, 2, 3"
  const several = inside.some(({ chunk }) => (chunk.match(/,/g) ?? []).length > 1);
  const points = chunks.some(({ chunk }) => chunk.includes('.'));
  if (points && inside.every(({ chunk }) => thousands_then_comma.test(chunk))) return refuse(first); // "1.234,5"
  if (points || several) return split_at(lines, ',', '.'); // "1.5,2.5" and "1,2,3"
  const unsure = ends[0] ?? inside.find(({ chunk }) => chunk.startsWith(','));
  if (unsure !== undefined) return refuse(first); // "1, 2,3" and "1 ,2"
  const blanks_separate = chunks.length > lines.length;
  return blanks_separate ? { rows: lines.map(chunks_of), decimal_sign: ',' } : refuse(first); // "1,5 2,5", but not "1,5"
}

/**
 * Returns true for a line of column names. `nan` and `inf` are no names, so that they are reported
 * as non-finite numbers.
 */
function is_header(line: string): boolean {
  const cells = line.split(line.includes(',') ? ',' : line.includes(';') ? ';' : blanks);
  return cells.every((cell) => /^(?!(?:nan|inf|infinity)$)[a-z_][\w.]*$/i.test(cell.trim()));
}

/** Splits a text with one row per line; skips blank lines and a header of column names. */
export function split_lines(text: string): SplitResult {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const [first = '', ...rest] = lines;
  if (rest.length === 0 || !is_header(first)) return split_rows(lines);
  // If commas separate the names, they separate the numbers too: "1,2" is two cells.
  return first.includes(',') ? split_at(rest, ',', '.') : split_rows(rest);
}

function split_rows(lines: readonly string[]): SplitResult {
  const text = lines.join('\n');
  // Where tabs or semicolons separate cells, a comma is a decimal sign: "1,5;2,5".
  const decimal_sign = text.includes('.') ? '.' : ',';
  if (text.includes(';')) return split_at(lines, ';', decimal_sign);
  if (lines.some((line) => line.includes('\t'))) return split_at(lines, '\t', decimal_sign);
  if (text.includes(',')) return split_commas(lines);
  return { rows: lines.map(chunks_of), decimal_sign: '.' };
}

/**
 * Returns the list inside `array(…, dtype=float32)`, `np.array(…)` or `tensor(…)`; other text
 * unchanged.
 */
function unwrap(text: string): string {
  const call = /^(?:np\.|numpy\.|torch\.)?(?:array|tensor)\(\s*/.exec(text);
  const end = text.lastIndexOf(']') + 1;
  if (call === null || !/^(?:,\s*\w+=[^,()]*)*,?\s*\)$/.test(text.slice(end))) return text;
  return text.slice(call[0].length, end);
}

/** Splits one bracketed row at commas or at blanks; mixing both is an error. */
function split_row(text: string, row: number): ReturnType<typeof cells_of> {
  const inner = text.trim().replace(/\s+/g, ' ');
  if (inner === '') return [];
  return inner.includes(',') ? cells_of(inner, ',', row) : inner.split(' ');
}

/**
 * Splits a bracketed list: "[1, 2]" is one row; "[[1, 2], [3, 4]]" and NumPy's "[[1. 2.]\n [3.
 * 4.]]" are two.
 */
export function split_brackets(text: string): SplitResult {
  const list = unwrap(text);
  const unbalanced: SplitResult = { error: { code: 'unbalanced_brackets', token: shorten(list) } };
  if (/\[\s*\[\s*\[/.test(list)) return { error: { code: 'nested_too_deep' } };
  if (!list.startsWith('[') || !list.endsWith(']')) return unbalanced;
  const inner = list.slice(1, -1).trim();
  const nested = inner.startsWith('[');
  const between = nested ? inner.replace(/\[[^[\]]*\]/g, '') : '';
  if (/[^\s,]/.test(between) || (!nested && /[[\]]/.test(inner))) return unbalanced;
  const texts = nested
    ? Array.from(inner.matchAll(/\[([^[\]]*)\]/g), (match) => match[1] ?? '')
    : [inner];
  return split_each(texts, split_row, '.');
}
