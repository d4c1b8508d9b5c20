/** Grid of coloured number cells: one tab stop, with arrow keys between the cells. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { shade_of } from '../words/shade.ts';
import { format_number, t, type MessageKey } from '../words/i18n.ts';
import { memo } from '../words/memo.ts';
import { hover, store } from './store.ts';

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
}

function sign_class(value: number): string {
  if (!Number.isFinite(value)) return 'cell_non_finite';
  return value < 0 ? 'cell_minus' : value > 0 ? 'cell_plus' : 'cell_zero';
}

/** Drawn again when one of its own properties has changed: to hover draws two, not all. */
export const NumberCell = memo(function NumberCell(props: NumberCellProps) {
  const { value, limit, cell, place, label_key, modifiers, focusable, chosen, blank = false, ...origin } = props;
  const text = blank ? '' : format_number(value, 'cell');
  return (
    <div
      role="option"
      class={`cell ${blank ? 'cell_blank' : sign_class(value)} ${chosen ? 'cell_pinned ' : ''}${modifiers}`}
      style={{ '--share': String(blank ? 0 : shade_of(value, limit)) }}
      tabIndex={focusable ? 0 : -1}
      aria-selected={chosen}
      aria-label={t(label_key, { place, value: blank ? '…' : text })}
      data-cell={cell}
      {...origin}
    >
      {text}
    </div>
  );
});

interface NumberCellsProps {
  readonly label: string;
  /** Called when the mouse or the focus reaches the cell at this position. */
  readonly on_look?: ((position: number) => void) | undefined;
  /** Called when a cell loses the focus. */
  readonly on_blur?: ((event: FocusEvent) => void) | undefined;
  /** Called for a click, Enter or Space on the cell at this position. */
  readonly on_choose: (position: number) => void;
  readonly on_escape?: () => void;
  readonly children: ComponentChildren;
}

/** Moves the focus from the cell at this position by a key; returns whether the key has a meaning. */
function move_focus(cells: HTMLElement, position: number, key: string): boolean {
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
}

/** The grid has the listeners of its cells, of which a page shows hundreds. */
export function NumberCells({ label, on_look, on_blur, on_choose, on_escape, children }: NumberCellsProps) {
  const grid = useRef<HTMLDivElement>(null);
  const position_of = ({ target }: Event) => Array.from(grid.current?.children ?? []).indexOf(target as Element);
  /** Calls the function with the position of the event's cell, unless it is between the cells. */
  const at_cell = (event: Event, act: ((position: number) => void) | undefined) => {
    const position = position_of(event);
    if (position >= 0) act?.(position);
  };
  const on_key = (event: KeyboardEvent) => {
    if (grid.current === null || event.ctrlKey || event.altKey || event.metaKey) return;
    const position = position_of(event);
    if (position < 0) return;
    if (event.key === 'Enter' || event.key === ' ') on_choose(position);
    else if (event.key === 'Escape' && on_escape) on_escape();
    else if (!move_focus(grid.current, position, event.key)) return;
    event.preventDefault();
  };
  return (
    <div
      class="cells"
      role="listbox"
      aria-label={label}
      ref={grid}
      onKeyDown={on_key}
      onPointerOver={(event) => event.pointerType === 'mouse' && at_cell(event, on_look)}
      onPointerOut={(event) => at_cell(event, on_look && (() => hover(undefined)))}
      onFocusIn={(event) => at_cell(event, on_look)}
      onFocusOut={(event) => at_cell(event, on_blur && (() => on_blur(event)))}
      onClick={(event) => at_cell(event, on_choose)}
    >
      {children}
    </div>
  );
}
