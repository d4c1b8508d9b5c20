import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { make_size_observer } from './size_observer.ts';

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
  /** Groups of columns; each repeats all columns but the first, which stands before the groups. */
  readonly groups?: readonly string[] | undefined;
  readonly class?: string;
  /** Class of the frame. */
  readonly frame?: string;
  readonly rows?: readonly TableRow[];
  /** Bodies of a table whose rows have another form. */
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

/**
 * Returns a reference for an element, and whether its content overflows it: measured before the
 * first frame that shows the element, and when its size or that of its content changes.
 */
function use_overflow() {
  const element = useRef<HTMLDivElement>(null);
  const [overflows, set_overflows] = useState(false);
  useLayoutEffect(() => {
    const frame = element.current;
    if (frame === null) return;
    const measure = () =>
      set_overflows(
        frame.scrollWidth > frame.clientWidth || frame.scrollHeight > frame.clientHeight,
      );
    measure();
    const observer = make_size_observer(measure);
    for (const watched of [frame, ...frame.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [element, overflows] as const;
}

/**
 * Table of numbers in a frame that scrolls where the table is wider than the page, also by
 * keyboard.
 */
export function NumberTable({
  caption,
  heads,
  groups,
  class: name = '',
  frame = '',
  rows = [],
  children,
}: NumberTableProps) {
  const [element, overflows] = use_overflow();
  const id = useId();
  return (
    <div
      ref={element}
      class={`table_frame ${frame}`.trim()}
      {...(overflows && { role: 'region', tabIndex: 0, 'aria-labelledby': id })}
    >
      <table class={`numbers ${name}`.trim()}>
        <caption id={id}>{caption}</caption>
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
