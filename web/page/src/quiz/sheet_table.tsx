/**
 * A table on a worksheet that the reader fills in with what the step's "Try it" shows, and the same
 * table filled in, beside the answer.
 */
import type { ComponentChildren } from 'preact';
import { t, type MessageKey } from '../words/i18n.ts';

export interface Sheet {
  /** Message with the heads of the columns, separated by |. */
  readonly heads: MessageKey;
  /** Message with the heads of the rows, separated by |. */
  readonly rows: MessageKey;
}

/** Returns the cells of each row, as steps/STEP/step.tsx exports it; undefined while they wait. */
export type SheetCells = () => readonly (readonly ComponentChildren[])[] | undefined;

interface SheetTableProps extends Sheet {
  /** Fills the table in; default: it stays empty. */
  readonly filled?: SheetCells;
}

const parts = (key: MessageKey) => t(key).split(' | ');

export function SheetTable({ heads, rows, filled }: SheetTableProps) {
  const [corner, ...columns] = parts(heads);
  const cells = filled?.();
  return (
    <table class="sheet_table" aria-busy={filled !== undefined && cells === undefined}>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts(rows).map((row, place) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {columns.map((column, number) => (
              <td key={column}>{cells?.[place]?.[number]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
