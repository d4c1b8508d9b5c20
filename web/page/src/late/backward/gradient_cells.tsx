/** Gradients as outlined cells: one stop for the keyboard, arrow keys inside. What is exactly 0 is hatched. */
import { useMemo, useRef } from 'preact/hooks';
import { redrawn } from '../../components/redrawn.ts';
import { provenance_attributes } from '../../components/value.tsx';
import { width_of } from '../../core/tensor_names.ts';
import { format_number, t } from '../../i18n.ts';
import { key_step, sign_class } from '../../panels/tensor_cells.tsx';
import { seen_in } from '../../panel_sight.ts';
import { attended, store } from '../../store.ts';
import type { ElementReference } from '../../store.ts';

export interface CellEntry {
  readonly value: number;
  /** Of the element in the tensor. */
  readonly index: number;
  /** What `says` calls it. */
  readonly place: string | number;
  /** The element of the forward pass at the same place. */
  readonly at?: ElementReference | undefined;
}

export interface GradientCellsProps {
  /** `activation`: a number of the forward pass among gradients. */
  readonly kind: 'gradient' | 'activation';
  readonly call: string;
  readonly tensor: string;
  readonly entries: readonly CellEntry[];
  readonly limit: number;
  readonly label: string;
  /** Of an element, for those who do not see the colours: `Feature 3: 0.125`. */
  readonly says: 'tensor.cell' | 'backward.token_cell' | 'backward.weight_cell';
  /** Position of the chosen one. */
  readonly chosen?: number | undefined;
  readonly on_choose?: ((position: number) => void) | undefined;
}

const seen_attention = seen_in('backward', attended);

/** What the cells hear, the same for all of them: they are drawn by the hundred. `shown` is what they show by now. */
function make_listeners(shown: { readonly current: Pick<GradientCellsProps, 'entries' | 'on_choose'> }) {
  const look = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    const at = shown.current.entries[Number(currentTarget.dataset.position)]?.at;
    if (at) store.hovered.value = at;
  };
  const leave = () => {
    if (shown.current.entries[0]?.at) store.hovered.value = undefined;
  };
  type OfCell<Kind extends Event> = Kind & { readonly currentTarget: HTMLElement };
  return {
    onPointerEnter: (event: OfCell<PointerEvent>) => event.pointerType === 'mouse' && look(event),
    onPointerLeave: leave,
    onFocus: look,
    onBlur: leave,
    onClick: ({ currentTarget }: OfCell<MouseEvent>) => shown.current.on_choose?.(Number(currentTarget.dataset.position)),
  };
}

interface CellProps extends Pick<GradientCellsProps, 'kind' | 'call' | 'tensor' | 'limit' | 'says'>, Omit<CellEntry, 'at'> {
  readonly position: number;
  readonly chosen: boolean;
  readonly linked: boolean;
  readonly focusable: boolean;
  readonly listeners: ReturnType<typeof make_listeners>;
}

const Cell = redrawn(function Cell(props: CellProps) {
  const { kind, call, tensor, limit, says, value, index, place, position, chosen, linked, focusable, listeners } = props;
  const share = Number.isFinite(value) && limit > 0 ? Math.min(1, Math.abs(value) / limit) : 0;
  const text = format_number(value, 'cell');
  const classes = ['cell', sign_class(value), kind === 'gradient' && 'cell_gradient', kind === 'gradient' && value === 0 && 'cell_blocked'];
  return (
    <div
      role="option"
      class={[...classes, linked && 'cell_linked', chosen && 'cell_pinned'].filter(Boolean).join(' ')}
      style={{ '--share': share.toFixed(3) }}
      tabIndex={focusable ? 0 : -1}
      aria-selected={chosen}
      aria-label={t(says, { place, value: text })}
      data-position={position}
      {...provenance_attributes({ call, tensor, index })}
      {...listeners}
    >
      {text}
    </div>
  );
});

const same_place = (a: ElementReference | undefined, b: ElementReference | undefined) =>
  a !== undefined && b !== undefined && a.token === b.token && a.feature === b.feature && width_of(a.tensor) === width_of(b.tensor);

export function GradientCells({ entries, label, chosen, on_choose, ...cell }: GradientCellsProps) {
  const grid = useRef<HTMLDivElement>(null);
  const attention = seen_attention.value;
  const shown = useRef({ entries, on_choose });
  shown.current = { entries, on_choose };
  const listeners = useMemo(() => make_listeners(shown), []);
  const stop = chosen !== undefined && chosen < entries.length ? chosen : 0;
  const on_key = (event: KeyboardEvent) => {
    const focused = (event.target as HTMLElement).dataset.position;
    if (focused === undefined || grid.current === null || event.ctrlKey || event.altKey || event.metaKey) return;
    const position = Number(focused);
    if (event.key === 'Enter' || event.key === ' ') on_choose?.(position);
    else {
      const columns = getComputedStyle(grid.current).gridTemplateColumns.split(' ').length;
      const step = key_step(event.key, columns, position, entries.length);
      if (step === undefined) return;
      (grid.current.children[position + step] as HTMLElement | undefined)?.focus();
    }
    event.preventDefault();
  };
  return (
    <div class="cells" role="listbox" aria-label={label} ref={grid} onKeyDown={on_key}>
      {entries.map(({ at, ...entry }, position) => (
        <Cell
          key={position}
          {...cell}
          {...entry}
          position={position}
          chosen={position === chosen}
          focusable={position === stop}
          linked={same_place(at, attention)}
          listeners={listeners}
        />
      ))}
    </div>
  );
}
