/** Writes a figure's numbers as CSV and JSON. Parsing the files returns the same bits. */
import type { Column, FigureData, FigureTable } from './figure_data.ts';
import { is_numbers } from '../numbers/path.ts';
import { float32_text, float64_text } from '../words/number_text.ts';

function csv_cell(column: Column, row: number): string {
  const value = column.at(row);
  if (typeof value === 'number') return column.single ? float32_text(value) : float64_text(value);
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Returns a comma-separated table with the column names in the first line. */
export function write_csv({ rows, columns }: FigureTable): string {
  const lines = Array.from({ length: rows }, (_, row) =>
    columns.map((column) => csv_cell(column, row)).join(','),
  );
  return [columns.map(({ name }) => name).join(','), ...lines, ''].join('\n');
}

/** Returns NaN and infinities as strings, because JSON has no such numbers. */
const json_number = (text: string) => (/^-?\d/.test(text) ? text : JSON.stringify(text));

/**
 * Like JSON.stringify, but writes numbers so that they round-trip exactly, and lists of numbers on
 * one line.
 */
function write_value(value: unknown, indent: string): string {
  if (typeof value === 'number') return json_number(float64_text(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (is_numbers(value)) {
    const text = value instanceof Float32Array ? float32_text : float64_text;
    return `[${Array.from(value, (element) => json_number(text(element))).join(', ')}]`;
  }
  const deeper = `${indent}  `;
  const list = Array.isArray(value);
  const parts = list
    ? value.map((element) => write_value(element, deeper))
    : Object.entries(value).flatMap(([key, part]) =>
        part === undefined ? [] : `${JSON.stringify(key)}: ${write_value(part, deeper)}`,
      );
  const [open, close] = list ? '[]' : '{}';
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`;
}

/**
 * Data needed to reproduce the numbers: `variant` and `build` identify the .wasm file, `address` is
 * the page's state as its URL has it.
 */
export type FileOrigin = Readonly<
  Record<'figure' | 'version' | 'variant' | 'build' | 'address', string>
>;

export function write_json(
  origin: FileOrigin,
  { call, arguments: given, rows, tensors, texts }: Omit<FigureData, 'table'>,
): string {
  const in_order = tensors.map(({ tensor, shape, data }) => ({ tensor, shape, data }));
  return `${write_value({ ...origin, call, arguments: given, rows, tensors: in_order, texts }, '')}\n`;
}
