import type { ComponentChildren } from 'preact';

export interface TableRow {
  readonly head: ComponentChildren;
  readonly cells: readonly ComponentChildren[];
  readonly class?: string | undefined;
}

interface NumberTableProps {
  readonly caption: ComponentChildren;
  /** Head of each column; undefined for a column without one. */
  readonly heads: readonly ComponentChildren[];
  readonly class?: string;
  /** Names the frame of a table that the keyboard can scroll. */
  readonly region?: string;
  readonly rows?: readonly TableRow[];
  /** Bodies of a table whose rows are of another form. */
  readonly children?: ComponentChildren;
}

/** Table of numbers in a frame that scrolls where the table is wider than the page. */
export function NumberTable({ caption, heads, class: name = '', region, rows = [], children }: NumberTableProps) {
  return (
    <div class="table_frame" {...(region !== undefined && { role: 'region', tabIndex: 0, 'aria-label': region })}>
      <table class={`numbers ${name}`.trim()}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, index) =>
              head === undefined ? (
                <td key={index} />
              ) : (
                <th key={index} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        {rows.length > 0 && (
          <tbody>
            {rows.map(({ head, cells, class: row_name }, row) => (
              <tr key={row} class={row_name}>
                <th scope="row">{head}</th>
                {cells.map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
        {children}
      </table>
    </div>
  );
}
