/** Table of a figure's numbers, truncated to a readable size. */
import { format_number, t } from '../words/i18n.ts';
import type { Column, FigureData } from './figure_data.ts';
import { Value } from '../numbers/value.tsx';

/** Limits of the table; the downloaded files contain all numbers. */
export const most_rows = 100;
export const most_columns = 32;

interface CellProps extends Pick<FigureData, 'answer'> {
  readonly column: Column;
  readonly row: number;
}

function Cell({ answer, column, row }: CellProps) {
  const value = column.at(row);
  if (typeof value === 'string') return <td>{value}</td>;
  const tensor = typeof column.tensor === 'function' ? column.tensor(row) : (column.tensor ?? column.name);
  const index = column.index?.(row) ?? row;
  const of = column.answer?.(row) ?? answer;
  return (
    <td>
      <Value of={of} path={`${tensor}.${index}` as never} style={column.style} />
    </td>
  );
}

function TruncationNote({ table: { rows, columns } }: Pick<FigureData, 'table'>) {
  if (rows <= most_rows && columns.length <= most_columns) return null;
  const count = (value: number) => format_number(value, 'count');
  const sizes = {
    rows: count(Math.min(rows, most_rows)),
    all_rows: count(rows),
    columns: count(Math.min(columns.length, most_columns)),
    all_columns: count(columns.length),
  };
  return <p class="hint">{t('figure.cut', sizes)}</p>;
}

export function FigureTable({ title, data: { answer, table } }: { readonly title: string; readonly data: FigureData }) {
  const columns = table.columns.slice(0, most_columns);
  const row_name = table.row_name ?? String;
  return (
    <>
      <div class="figure_table" role="region" tabIndex={0} aria-label={t('figure.table_of', { title })}>
        <table class="numbers">
          <caption class="visually_hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('figure.row')}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  <code>{name}</code>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: Math.min(table.rows, most_rows) }, (_, row) => (
              <tr key={row}>
                <th scope="row">{row_name(row)}</th>
                {columns.map((column) => (
                  <Cell key={column.name} {...(answer && { answer })} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <TruncationNote table={table} />
    </>
  );
}
