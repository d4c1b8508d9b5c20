/**
 * Parses a pasted matrix: one row per line, or the text that NumPy, PyTorch, Python and JSON print.
 * An ambiguous text is rejected rather than guessed at, and every error names its row, its column
 * and the invalid text, where these apply.
 */
import type { Tensor, TensorLike } from 'ffn-lab';
import { float32_text } from '../words/number_text.ts';
import { parse_number } from '../words/parse_number.ts';
import { shorten } from '../words/untrusted_text.ts';
import { split_brackets, split_lines, type MatrixError, type SplitMatrix } from './split_matrix.ts';

export type MatrixLimits = Readonly<Record<'rows' | 'columns' | 'characters', number>>;

export const matrix_limits: MatrixLimits = { rows: 64, columns: 1024, characters: 1_000_000 };

/**
 * Limits of the input of a model file: as wide as the largest GPT-2, since no weights are generated
 * for it.
 */
export const model_limits: MatrixLimits = { rows: 64, columns: 1600, characters: 2_000_000 };

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Tensor['data'];
}

export type MatrixResult = { readonly matrix: Matrix } | { readonly error: MatrixError };

function size_error(rows: SplitMatrix['rows'], limits: MatrixLimits): MatrixError | undefined {
  const columns = rows[0]?.length ?? 0;
  if (rows.length === 0 || columns === 0) return { code: 'empty' };
  if (rows.length > limits.rows)
    return { code: 'too_many_rows', expected: limits.rows, found: rows.length };
  const ragged = rows.findIndex((row) => row.length !== columns);
  if (ragged >= 0)
    return { code: 'ragged', row: ragged + 1, expected: columns, found: rows[ragged]?.length ?? 0 };
  return columns > limits.columns
    ? { code: 'too_many_columns', expected: limits.columns, found: columns }
    : undefined;
}

function read_cells({ rows, decimal_sign }: SplitMatrix): MatrixResult {
  const columns = rows[0]?.length ?? 0;
  const data = new Float32Array(rows.length * columns);
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      const position = { row: row + 1, column: column + 1 };
      if (cell === '') return { error: { code: 'empty_cell', ...position } };
      const number = parse_number(cell, decimal_sign);
      if ('error' in number)
        return { error: { code: number.error, ...position, token: shorten(cell) } };
      data[row * columns + column] = number.value;
    }
  }
  return { matrix: { rows: rows.length, columns, data } };
}

/**
 * Returns a tensor as text, one row per token, which `parse_matrix` reads back bit for bit;
 * undefined if it exceeds the limits.
 */
export function matrix_text(
  { data, shape }: TensorLike,
  limits = matrix_limits,
): string | undefined {
  const columns = shape.at(-1) ?? 1;
  const rows = columns === 0 ? 0 : data.length / columns;
  if (rows > limits.rows || columns > limits.columns) return undefined;
  return Array.from({ length: rows }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns), float32_text).join(' '),
  ).join('\n');
}

export function parse_matrix(text: string, limits = matrix_limits): MatrixResult {
  if (text.length > limits.characters)
    return { error: { code: 'too_long', expected: limits.characters, found: text.length } };
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { error: { code: 'empty' } };
  const split = /[[\]]/.test(trimmed) ? split_brackets(trimmed) : split_lines(trimmed);
  if ('error' in split) return split;
  const error = size_error(split.rows, limits);
  return error ? { error } : read_cells(split);
}
