/** Numbers as a grid of coloured cells, one stop for the keyboard, arrow keys inside. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { format_number, t } from '../i18n.ts';
import type { MessageKey } from '../i18n.ts';
import { memo } from './memo.ts';
import { hover, store } from '../store.ts';
import { provenance_attributes } from './value.tsx';
import type { Provenance } from './value.tsx';

/** What a cell hears: `currentTarget.dataset.cell` is its `cell`. */
export type CellEvent<Kind extends Event = Event> = Kind & { readonly currentTarget: HTMLElement };

/** The same functions for all cells of a grid: they are drawn by the hundred. */
interface CellListeners {
  readonly onPointerEnter: (event: CellEvent<PointerEvent>) => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: (event: CellEvent<FocusEvent>) => void;
  readonly onBlur: (event: CellEvent<FocusEvent>) => void;
  readonly onClick: (event: CellEvent<MouseEvent>) => void;
}

/** The focus leaves a cell: for another one as a pointer does, and else at once, for what it has come to may show that element's parts. */
export function blur_cell({ relatedTarget }: FocusEvent): void {
  if (relatedTarget instanceof Element && relatedTarget.closest('[data-cell]') !== null) hover(undefined);
  else store.hovered.value = undefined;
}

interface NumberCellProps extends Required<Provenance> {
  readonly value: number;
  /** The magnitude of the strongest colour. */
  readonly limit: number;
  /** A number of its own in the grid, for its listeners. */
  readonly cell: number;
  /** What `label_key` calls it, for those who do not see the grid: `Feature 3: 0.125`. */
  readonly place: string | number;
  readonly label_key: MessageKey;
  /** Styles besides those of the number. */
  readonly modifiers: string;
  /** Is it the one that the Tab key reaches? */
  readonly focusable: boolean;
  readonly chosen: boolean;
  readonly listeners: CellListeners;
}

function sign_class(value: number): string {
  if (!Number.isFinite(value)) return 'cell_non_finite';
  return value < 0 ? 'cell_minus' : value > 0 ? 'cell_plus' : 'cell_zero';
}

/** Drawn again when one of its own properties has changed: to hover draws two, not all. */
export const NumberCell = memo(function NumberCell(props: NumberCellProps) {
  const { value, limit, cell, place, label_key, modifiers, focusable, chosen, listeners, ...provenance } = props;
  const text = format_number(value, 'cell');
  const share = Number.isFinite(value) && limit > 0 ? Math.min(1, Math.abs(value) / limit) : 0;
  return (
    <div
      role="option"
      class={`cell ${sign_class(value)} ${chosen ? 'cell_pinned ' : ''}${modifiers}`}
      style={{ '--share': share.toFixed(3) }}
      tabIndex={focusable ? 0 : -1}
      aria-selected={chosen}
      aria-label={t(label_key, { place, value: text })}
      data-cell={cell}
      {...provenance_attributes(provenance)}
      {...listeners}
    >
      {text}
    </div>
  );
});

/** How far each key moves, in cells; the grid wraps, so a line is as long as it is drawn. */
function key_step(key: string, columns: number, position: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -position,
    End: count - 1 - position,
  };
  return steps[key];
}

interface NumberCellsProps {
  readonly label: string;
  /** Enter, or the space bar, on the cell at this position. */
  readonly on_choose: (position: number) => void;
  readonly on_escape?: () => void;
  /** `NumberCell`s. */
  readonly children: ComponentChildren;
}

export function NumberCells({ label, on_choose, on_escape, children }: NumberCellsProps) {
  const grid = useRef<HTMLDivElement>(null);
  const move = (cells: HTMLDivElement, position: number, key: string) => {
    const columns = getComputedStyle(cells).gridTemplateColumns.split(' ').length;
    const step = key_step(key, columns, position, cells.children.length);
    if (step === undefined) return false;
    (cells.children[position + step] as HTMLElement | undefined)?.focus();
    return true;
  };
  const on_key = (event: KeyboardEvent) => {
    if (grid.current === null || event.ctrlKey || event.altKey || event.metaKey) return;
    const position = Array.from(grid.current.children).indexOf(event.target as Element);
    if (position < 0) return;
    if (event.key === 'Enter' || event.key === ' ') on_choose(position);
    else if (event.key === 'Escape' && on_escape) on_escape();
    else if (!move(grid.current, position, event.key)) return;
    event.preventDefault();
  };
  return (
    <div class="cells" role="listbox" aria-label={label} ref={grid} onKeyDown={on_key}>
      {children}
    </div>
  );
}
