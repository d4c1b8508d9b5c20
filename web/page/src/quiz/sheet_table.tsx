/** A table on a worksheet that the reader fills in with what the step's "Try it" shows. */
import { t, type MessageKey } from '../words/i18n.ts';

export interface Sheet {
  /** Message with the heads of the columns, separated by |. */
  readonly heads: MessageKey;
  /** Message with the heads of the rows, separated by |. */
  readonly rows: MessageKey;
}

const parts = (key: MessageKey) => t(key).split(' | ');

export function SheetTable({ heads, rows }: Sheet) {
  const [corner, ...columns] = parts(heads);
  return (
    <table class="sheet_table">
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
        {parts(rows).map((row) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {columns.map((column) => (
              <td key={column} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
