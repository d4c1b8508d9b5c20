/** Grid of coloured number cells: one tab stop, with arrow keys between the cells. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { shade_of } from '../charts/shade.ts';
import { format_number, t, type MessageKey } from '../words/i18n.ts';
import { hover, store } from '../state/store.ts';
import { with_modifier } from '../controls/modifiers.ts';

/**
 * Clears the hovered element: with a delay if the focus moves to another cell; else at once, so
 * that the newly focused element does not change later.
 */
export function blur_cell({ relatedTarget }: FocusEvent): void {
  if (relatedTarget instanceof Element && relatedTarget.closest('[data-cell]') !== null)
    hover(undefined);
  else store.hovered.value = undefined;
}

/** Content of a cell. */
export interface Cell {
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
  /** Shows no number until playback reaches this cell. */
  readonly blank?: boolean;
}

function sign_class(value: number): string {
  if (!Number.isFinite(value)) return 'cell_non_finite';
  return value < 0 ? 'cell_minus' : value > 0 ? 'cell_plus' : 'cell_zero';
}

/** Returns the text, the share of the colour scale and the attributes of a cell. */
function look_of(shown: Cell): Readonly<Record<string, string>> {
  const { value, limit, blank = false, chosen } = shown;
  const text = blank ? '' : format_number(value, 'cell');
  return {
    text,
    share: String(blank ? 0 : shade_of(value, limit)),
    class: `cell ${blank ? 'cell_blank' : sign_class(value)} ${chosen ? 'cell_pinned ' : ''}${shown.modifiers}`,
    tabindex: shown.focusable ? '0' : '-1',
    'aria-selected': String(chosen),
    'aria-label': t(shown.label_key, { place: shown.place, value: blank ? '…' : text }),
    'data-cell': String(shown.cell),
    'data-recipe': shown['data-recipe'],
    'data-path': shown['data-path'],
  };
}

type Look = ReturnType<typeof look_of>;

/** Changes only what differs from the element's present look. */
function draw_cell(element: HTMLElement, look: Look, before: Look): void {
  for (const [name, value] of Object.entries(look)) {
    if (value === before[name]) continue;
    if (name === 'text') element.textContent = value;
    else if (name === 'share') element.style.setProperty('--share', value);
    else element.setAttribute(name, value);
  }
}

function add_cell(grid: HTMLElement): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', 'option');
  grid.append(element);
  return element;
}

const same = (before: Cell, next: Cell) =>
  (Object.keys(next) as (keyof Cell)[]).every((name) => Object.is(before[name], next[name]));

/**
 * Draws the cells into a grid without Preact: as virtual elements, a hundred of them would be a
 * third of all that a move of a slider compares.
 */
function use_cells(cells: readonly Cell[]) {
  const grid = useRef<HTMLDivElement>(null);
  const drawn = useRef<readonly { readonly cell: Cell; readonly look: Look }[]>([]);
  useLayoutEffect(() => {
    const { current: parent } = grid;
    if (parent === null) return;
    while (parent.children.length > cells.length) parent.lastElementChild?.remove();
    drawn.current = cells.map((cell, position) => {
      const before = drawn.current[position];
      if (before && same(before.cell, cell)) return before;
      const look = look_of(cell);
      draw_cell(
        (parent.children[position] as HTMLElement | undefined) ?? add_cell(parent),
        look,
        before?.look ?? {},
      );
      return { cell, look };
    });
  });
  return grid;
}

interface NumberCellsProps {
  readonly label: string;
  /** Called when the mouse or the focus reaches the cell at this position. */
  readonly on_look?: ((position: number) => void) | undefined;
  /** Called when a cell loses the focus. */
  readonly on_blur?: ((event: FocusEvent) => void) | undefined;
  /** Called for a click, Enter or Space on the cell at this position. */
  readonly on_choose: (position: number) => void;
  readonly on_escape?: () => void;
  readonly cells: readonly Cell[];
}

/**
 * Moves the focus from the cell at this position by a key; returns whether the key has a meaning.
 */
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

/**
 * Returns the listeners that look at the cell that the mouse moves to or that gets the focus. The
 * page that scrolls to the focus moves cells under a mouse at rest: they are not looked at.
 */
function use_looks(position_of: (event: Event) => number, on_look: NumberCellsProps['on_look']) {
  const pointed = useRef(-1);
  return {
    onPointerMove(event: PointerEvent) {
      const position = position_of(event);
      if (event.pointerType !== 'mouse' || position === pointed.current) return;
      pointed.current = position;
      if (position >= 0) on_look?.(position);
    },
    onPointerOut() {
      if (pointed.current >= 0 && on_look) hover(undefined);
      pointed.current = -1;
    },
    onFocusIn(event: FocusEvent) {
      const position = position_of(event);
      if (position !== pointed.current) pointed.current = -1;
      if (position >= 0) on_look?.(position);
    },
  };
}

/** The grid listens for all of its cells, because a page shows hundreds. */
export function NumberCells({
  label,
  on_look,
  on_blur,
  on_choose,
  on_escape,
  cells,
}: NumberCellsProps) {
  const grid = use_cells(cells);
  const position_of = ({ target }: Event) =>
    Array.from(grid.current?.children ?? []).indexOf(target as Element);
  /** Calls the function with the position of the event's cell, unless it is between the cells. */
  const at_cell = (event: Event, act: ((position: number) => void) | undefined) => {
    const position = position_of(event);
    if (position >= 0) act?.(position);
  };
  const looks = use_looks(position_of, on_look);
  const on_key = (event: KeyboardEvent) => {
    if (grid.current === null || with_modifier(event)) return;
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
      {...looks}
      onFocusOut={(event) => at_cell(event, on_blur && (() => on_blur(event)))}
      onClick={(event) => at_cell(event, on_choose)}
    />
  );
}
