/** Table of a figure's numbers, truncated to a readable size. */
import { NumberTable } from '../controls/number_table.tsx';
import { format_count, t } from '../words/i18n.ts';
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
  const sizes = {
    rows: format_count(Math.min(rows, most_rows)),
    all_rows: format_count(rows),
    columns: format_count(Math.min(columns.length, most_columns)),
    all_columns: format_count(columns.length),
  };
  return <p class="hint">{t('figure.cut', sizes)}</p>;
}

export function FigureTable({ title, data: { answer, table } }: { readonly title: string; readonly data: FigureData }) {
  const columns = table.columns.slice(0, most_columns);
  const row_name = table.row_name ?? String;
  return (
    <>
      <NumberTable
        frame="figure_table"
        region={t('figure.table_of', { title })}
        caption={<span class="visually_hidden">{title}</span>}
        heads={[t('figure.row'), ...columns.map(({ name }) => <code key={name}>{name}</code>)]}
      >
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
      </NumberTable>
      <TruncationNote table={table} />
    </>
  );
}
