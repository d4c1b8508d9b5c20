/** The numbers of one token as a grid of cells, linked to those of the other tensors. */
import { useMemo } from 'preact/hooks';
import { NumberCell, NumberCells, blur_cell } from '../components/number_cells.tsx';
import type { CellEvent } from '../components/number_cells.tsx';
import { width_of } from '../core/tensor_names.ts';
import type { TensorName } from '../core/tensor_names.ts';
import { panel_signal } from '../panel_visibility.ts';
import { attended, hover, store } from '../store.ts';
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

const panel_attention = panel_signal('feed_forward', attended);

/** Features of a token's row under attention: the pinned element, and the same place in a tensor of the same width. */
function attention(name: TensorName, token: number) {
  const { value: pinned } = store.pinned;
  const here = (at: ElementReference | undefined) =>
    at && at.token === token && width_of(at.tensor) === width_of(name) ? at.feature : undefined;
  return {
    pinned: pinned?.tensor === name ? here(pinned) : undefined,
    linked: here(panel_attention.value),
    term: here(store.term.value),
  };
}

/**
 * Without a pinned element the last one stays, or the strip that shows it would be gone when the Tab key reaches it; and so it does
 * while the focus is in the table of what it is made of.
 */
function blur(event: FocusEvent): void {
  const { relatedTarget } = event;
  const to_its_trace = relatedTarget instanceof Element && relatedTarget.closest('.trace') !== null;
  if (store.pinned.value && !to_its_trace) blur_cell(event);
}

/** What the cells of a row hear. */
function make_listeners(tensor: TensorName, token: number) {
  const look = ({ currentTarget }: CellEvent) => ({ tensor, token, feature: Number(currentTarget.dataset.cell) });
  return {
    onPointerEnter: (event: CellEvent<PointerEvent>) => event.pointerType === 'mouse' && hover(look(event)),
    onPointerLeave: () => hover(undefined),
    onFocus: (event: CellEvent<FocusEvent>) => hover(look(event)),
    onBlur: blur,
    onClick: (event: CellEvent<MouseEvent>) => (store.pinned.value = look(event)),
  };
}

export function TensorCells({ name, data, features, token, window: [from, to], limit, label, last = Infinity }: TensorCellsProps) {
  const { pinned, linked, term } = attention(name, token);
  const listeners = useMemo(() => make_listeners(name, token), [name, token]);
  const pinned_cell = store.pinned.value;
  const stop = pinned_cell?.tensor === name && pinned_cell.feature >= from && pinned_cell.feature < to ? pinned_cell.feature : from;
  const modifiers = (feature: number) =>
    [feature === linked || feature === term ? 'cell_linked' : '', feature > last ? 'cell_blank' : ''].join(' ').trim();
  return (
    <NumberCells
      label={label}
      on_choose={(position) => (store.pinned.value = { tensor: name, token, feature: from + position })}
      on_escape={() => (store.pinned.value = undefined)}
    >
      {Array.from({ length: to - from }, (_, offset) => {
        const feature = from + offset;
        const index = token * features + feature;
        return (
          <NumberCell
            key={feature}
            {...{ call: 'feed_forward', tensor: name, index, limit, listeners, value: data[index] ?? NaN }}
            cell={feature}
            place={feature}
            label_key="tensor.cell"
            modifiers={modifiers(feature)}
            focusable={feature === stop}
            chosen={feature === pinned}
          />
        );
      })}
    </NumberCells>
  );
}
