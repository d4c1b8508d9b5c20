/** Gradients as outlined cells: one stop for the keyboard, arrow keys inside. What is exactly 0 is hatched. */
import { useRef } from 'preact/hooks';
import { redrawn } from '../../components/redrawn.ts';
import { provenance_attributes } from '../../components/value.tsx';
import { width_of } from '../../core/tensor_names.ts';
import { format_number } from '../../i18n.ts';
import { key_step, sign_class } from '../../panels/tensor_cells.tsx';
import { seen_in } from '../../panel_sight.ts';
import { attended, store } from '../../store.ts';
import type { ElementReference } from '../../store.ts';

export interface CellEntry {
  readonly value: number;
  /** Of the element in the tensor. */
  readonly index: number;
  /** For those who do not see the colours: `Feature 3: 0.125`. */
  readonly label: string;
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
  /** Position of the chosen one. */
  readonly chosen?: number | undefined;
  readonly on_choose?: ((position: number) => void) | undefined;
}

const seen_attention = seen_in('backward', attended);

const same_place = (a: ElementReference | undefined, b: ElementReference | undefined) =>
  a !== undefined && b !== undefined && a.token === b.token && a.feature === b.feature && width_of(a.tensor) === width_of(b.tensor);

interface CellProps extends Pick<GradientCellsProps, 'kind' | 'call' | 'tensor' | 'limit' | 'on_choose'> {
  readonly entry: CellEntry;
  readonly position: number;
  readonly chosen: boolean;
  readonly linked: boolean;
  readonly focusable: boolean;
}

const Cell = redrawn(function Cell({ kind, call, tensor, limit, entry, position, chosen, linked, focusable, on_choose }: CellProps) {
  const { value, index, label, at } = entry;
  const share = Number.isFinite(value) && limit > 0 ? Math.min(1, Math.abs(value) / limit) : 0;
  const look = (away: boolean) => (store.hovered.value = away ? undefined : at);
  const classes = ['cell', sign_class(value), kind === 'gradient' && 'cell_gradient', kind === 'gradient' && value === 0 && 'cell_blocked'];
  return (
    <div
      role="option"
      class={[...classes, linked && 'cell_linked', chosen && 'cell_pinned'].filter(Boolean).join(' ')}
      style={{ '--share': share.toFixed(3) }}
      tabIndex={focusable ? 0 : -1}
      aria-selected={chosen}
      aria-label={label}
      data-position={position}
      {...provenance_attributes({ call, tensor, index })}
      onPointerEnter={(event) => at && event.pointerType === 'mouse' && look(false)}
      onPointerLeave={() => at && look(true)}
      onFocus={() => at && look(false)}
      onBlur={() => at && look(true)}
      onClick={() => on_choose?.(position)}
    >
      {format_number(value, 'cell')}
    </div>
  );
});

export function GradientCells({ entries, label, chosen, on_choose, ...cell }: GradientCellsProps) {
  const grid = useRef<HTMLDivElement>(null);
  const at = seen_attention.value;
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
      {entries.map((entry, position) => (
        <Cell
          key={entry.index}
          {...cell}
          entry={entry}
          position={position}
          chosen={position === chosen}
          focusable={position === stop}
          linked={same_place(entry.at, at)}
          on_choose={on_choose}
        />
      ))}
    </div>
  );
}
