import type { ComponentChildren } from 'preact';

export interface TableRow {
  readonly head: ComponentChildren;
  readonly cells: readonly ComponentChildren[];
  readonly class?: string | undefined;
  /** Number of columns of each cell; default: one. */
  readonly span?: number;
}

interface NumberTableProps {
  readonly caption: ComponentChildren;
  /** Head of each column; undefined for a column without one. */
  readonly heads: readonly ComponentChildren[];
  /** Groups of columns: each has all columns but the first, which is before them. */
  readonly groups?: readonly string[] | undefined;
  readonly class?: string;
  /** Class of the frame. */
  readonly frame?: string;
  /** Names the frame of a table that the keyboard can scroll. */
  readonly region?: string;
  readonly rows?: readonly TableRow[];
  /** Bodies of a table whose rows are of another form. */
  readonly children?: ComponentChildren;
}

function Heads({ heads, groups }: Pick<NumberTableProps, 'heads' | 'groups'>) {
  const [first, ...others] = heads;
  const columns = groups ? groups.flatMap(() => others) : heads;
  return (
    <>
      {groups && (
        <tr>
          <th scope="col" rowSpan={2}>
            {first}
          </th>
          {groups.map((group) => (
            <th key={group} scope="colgroup" colSpan={others.length}>
              {group}
            </th>
          ))}
        </tr>
      )}
      <tr>{columns.map((head) => (head === undefined ? <td /> : <th scope="col">{head}</th>))}</tr>
    </>
  );
}

/** Table of numbers in a frame that scrolls where the table is wider than the page. */
export function NumberTable({ caption, heads, groups, class: name = '', frame = '', region, rows = [], children }: NumberTableProps) {
  return (
    <div class={`table_frame ${frame}`.trim()} {...(region !== undefined && { role: 'region', tabIndex: 0, 'aria-label': region })}>
      <table class={`numbers ${name}`.trim()}>
        <caption>{caption}</caption>
        <thead>
          <Heads heads={heads} groups={groups} />
        </thead>
        {rows.length > 0 && (
          <tbody>
            {rows.map(({ head, cells, class: row_name, span }, row) => (
              <tr key={row} class={row_name}>
                <th scope="row">{head}</th>
                {cells.map((cell, index) => (
                  <td key={index} colSpan={span}>
                    {cell}
                  </td>
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
