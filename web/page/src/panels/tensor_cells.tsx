/** The numbers of one token as a grid of cells, one stop for the keyboard, arrow keys inside. */
import { useMemo, useRef } from 'preact/hooks';
import { redrawn } from '../components/redrawn.ts';
import { provenance_attributes } from '../components/value.tsx';
import { width_of } from '../core/tensor_names.ts';
import type { TensorName } from '../core/tensor_names.ts';
import { format_number, t } from '../i18n.ts';
import { seen_in } from '../panel_sight.ts';
import { attended, store } from '../store.ts';
import type { ElementReference } from '../store.ts';

interface TensorCellsProps {
  readonly name: TensorName;
  readonly data: Float32Array;
  readonly features: number;
  readonly token: number;
  readonly window: readonly [from: number, to: number];
  readonly limit: number;
  readonly label: string;
  /** In slow motion: the last feature that has been computed; those after it are blank. */
  readonly last?: number | undefined;
}

interface CellProps extends Pick<TensorCellsProps, 'name' | 'limit'> {
  readonly value: number;
  readonly feature: number;
  readonly index: number;
  readonly focusable: boolean;
  readonly pinned: boolean;
  readonly linked: boolean;
  readonly blank: boolean;
  readonly listeners: ReturnType<typeof make_listeners>;
}

export function sign_class(value: number): string {
  if (!Number.isFinite(value)) return 'cell_fault';
  return value < 0 ? 'cell_minus' : value > 0 ? 'cell_plus' : 'cell_zero';
}

const seen_attention = seen_in('feed_forward', attended);

/** Features of a token's row under attention: the pinned element, and the same place in a tensor of the same width. */
function attention(name: TensorName, token: number) {
  const { value: pinned } = store.pinned;
  const here = (at: ElementReference | undefined) =>
    at && at.token === token && width_of(at.tensor) === width_of(name) ? at.feature : undefined;
  return {
    pinned: pinned?.tensor === name ? here(pinned) : undefined,
    linked: here(seen_attention.value),
    term: here(store.term.value),
  };
}

/**
 * Without a pinned element the last one stays, or the strip that shows it would be gone when the Tab key reaches it; and so it does
 * while the focus is in the table of what it is made of.
 */
function leave({ relatedTarget }: FocusEvent): void {
  const to_its_trace = relatedTarget instanceof Element && relatedTarget.closest('.trace') !== null;
  if (store.pinned.value && !to_its_trace) store.hovered.value = undefined;
}

/** What the cells of a row hear, the same for all of them: they are drawn by the hundred. */
function make_listeners(tensor: TensorName, token: number) {
  const look = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => ({
    tensor,
    token,
    feature: Number(currentTarget.dataset.feature),
  });
  type OfCell<Kind extends Event> = Kind & { readonly currentTarget: HTMLElement };
  return {
    onPointerEnter: (event: OfCell<PointerEvent>) => event.pointerType === 'mouse' && (store.hovered.value = look(event)),
    onPointerLeave: () => (store.hovered.value = undefined),
    onFocus: (event: OfCell<FocusEvent>) => (store.hovered.value = look(event)),
    onBlur: leave,
    onClick: (event: OfCell<MouseEvent>) => (store.pinned.value = look(event)),
  };
}

const Cell = redrawn(function Cell({ name, feature, index, value, limit, focusable, pinned, linked, blank, listeners }: CellProps) {
  const text = format_number(value, 'cell');
  const share = Number.isFinite(value) && limit > 0 ? Math.min(1, Math.abs(value) / limit) : 0;
  return (
    <div
      role="option"
      class={['cell', sign_class(value), pinned && 'cell_pinned', linked && 'cell_linked', blank && 'cell_blank'].filter(Boolean).join(' ')}
      style={{ '--share': share.toFixed(3) }}
      tabIndex={focusable ? 0 : -1}
      aria-selected={pinned}
      aria-label={t('tensor.cell', { place: feature, value: text })}
      data-feature={feature}
      {...provenance_attributes({ call: 'feed_forward', tensor: name, index })}
      {...listeners}
    >
      {text}
    </div>
  );
});

/** How far each key moves, in cells; the grid wraps, so a line is as long as it is drawn. */
export function key_step(key: string, columns: number, position: number, count: number): number | undefined {
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

export function TensorCells({ name, data, features, token, window: [from, to], limit, label, last = Infinity }: TensorCellsProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { pinned, linked, term } = attention(name, token);
  const listeners = useMemo(() => make_listeners(name, token), [name, token]);
  const kept = store.pinned.value;
  const stop = kept?.tensor === name && kept.feature >= from && kept.feature < to ? kept.feature : from;
  const on_key = (event: KeyboardEvent) => {
    const focused = (event.target as HTMLElement).dataset.feature;
    if (focused === undefined || grid.current === null || event.ctrlKey || event.altKey || event.metaKey) return;
    const position = Number(focused) - from;
    if (event.key === 'Enter' || event.key === ' ') store.pinned.value = { tensor: name, token, feature: from + position };
    else if (event.key === 'Escape') store.pinned.value = undefined;
    else {
      const columns = getComputedStyle(grid.current).gridTemplateColumns.split(' ').length;
      const step = key_step(event.key, columns, position, to - from);
      if (step === undefined) return;
      (grid.current.children[position + step] as HTMLElement | undefined)?.focus();
    }
    event.preventDefault();
  };
  return (
    <div class="cells" role="listbox" aria-label={label} ref={grid} onKeyDown={on_key}>
      {Array.from({ length: to - from }, (_, offset) => {
        const feature = from + offset;
        const index = token * features + feature;
        const cell = { name, feature, index, limit, listeners, value: data[index] ?? NaN };
        // A cell is drawn again when one of its own properties has changed: to hover draws two, not all.
        return (
          <Cell
            key={feature}
            {...cell}
            focusable={feature === stop}
            pinned={feature === pinned}
            linked={feature === linked || feature === term}
            blank={feature > last}
          />
        );
      })}
    </div>
  );
}
