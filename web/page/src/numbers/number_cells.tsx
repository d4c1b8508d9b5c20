/** Grid of coloured number cells: one tab stop, with arrow keys between the cells. */
import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useRef } from 'preact/hooks';
import { format_number, t, type MessageKey } from '../words/i18n.ts';
import { memo } from '../words/memo.ts';
import { hover, store } from './store.ts';

/** Event of a cell: `currentTarget.dataset.cell` is its property `cell`. */
export type CellEvent<Kind extends Event = Event> = Kind & { readonly currentTarget: HTMLElement };

/** Clears the hovered element: with delay if the focus moves to another cell, else at once, so that what now has the focus does not change later. */
export function blur_cell({ relatedTarget }: FocusEvent): void {
  if (relatedTarget instanceof Element && relatedTarget.closest('[data-cell]') !== null) hover(undefined);
  else store.hovered.value = undefined;
}

interface NumberCellProps {
  readonly 'data-recipe': string;
  readonly 'data-path': string;
  readonly value: number;
  /** Magnitude at the end of the colour scale. */
  readonly limit: number;
  readonly cell: number;
  /** Position for the accessible label: 3 in `Feature 3: 0.125`. */
  readonly place: string | number;
  readonly label_key: MessageKey;
  readonly modifiers: string;
  readonly focusable: boolean;
  readonly chosen: boolean;
  /** The cell keeps its number back, which playback has not reached yet. */
  readonly blank?: boolean;
  /** Shared by all cells of a grid, so that the memoized cells receive identical props. */
  readonly listeners: Pick<HTMLAttributes<HTMLDivElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur' | 'onClick'>;
}

function sign_class(value: number): string {
  if (!Number.isFinite(value)) return 'cell_non_finite';
  return value < 0 ? 'cell_minus' : value > 0 ? 'cell_plus' : 'cell_zero';
}

/** Drawn again when one of its own properties has changed: to hover draws two, not all. */
export const NumberCell = memo(function NumberCell(props: NumberCellProps) {
  const { value, limit, cell, place, label_key, modifiers, focusable, chosen, blank = false, listeners, ...origin } = props;
  const text = blank ? '' : format_number(value, 'cell');
  const share = !blank && Number.isFinite(value) && limit > 0 ? Math.min(1, Math.abs(value) / limit) : 0;
  return (
    <div
      role="option"
      class={`cell ${blank ? 'cell_blank' : sign_class(value)} ${chosen ? 'cell_pinned ' : ''}${modifiers}`}
      style={{ '--share': share.toFixed(3) }}
      tabIndex={focusable ? 0 : -1}
      aria-selected={chosen}
      aria-label={t(label_key, { place, value: blank ? '…' : text })}
      data-cell={cell}
      {...origin}
      {...listeners}
    >
      {text}
    </div>
  );
});

interface NumberCellsProps {
  readonly label: string;
  /** Called for Enter or Space on the cell at this position. */
  readonly on_choose: (position: number) => void;
  readonly on_escape?: () => void;
  readonly children: ComponentChildren;
}

export function NumberCells({ label, on_choose, on_escape, children }: NumberCellsProps) {
  const grid = useRef<HTMLDivElement>(null);
  /** Moves the focus by a key; returns whether the key has a meaning. */
  const move = (cells: HTMLElement, position: number, key: string) => {
    const columns = getComputedStyle(cells).gridTemplateColumns.split(' ').length;
    const last = cells.children.length - 1;
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      Home: -position,
      End: last - position,
    };
    const step = steps[key];
    if (step !== undefined) (cells.children[position + step] as HTMLElement | undefined)?.focus();
    return step !== undefined;
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
