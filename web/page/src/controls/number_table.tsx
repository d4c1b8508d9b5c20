import type { ComponentChildren } from 'preact';

interface NumberTableProps {
  readonly caption: ComponentChildren;
  /** Head of each column; undefined for a column without one. */
  readonly heads: readonly ComponentChildren[];
  readonly class?: string;
  /** Class of the frame. */
  readonly frame?: string;
  /** Names the frame of a table that the keyboard can scroll. */
  readonly region?: string;
  /** The bodies of the table. */
  readonly children: ComponentChildren;
}

/** Table of numbers in a frame that scrolls where the table is wider than the page. */
export function NumberTable({ caption, heads, class: name = '', frame = '', region, children }: NumberTableProps) {
  return (
    <div class={`table_frame ${frame}`.trim()} {...(region !== undefined && { role: 'region', tabIndex: 0, 'aria-label': region })}>
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
        {children}
      </table>
    </div>
  );
}
