/** The elements of one token as a grid of cells; highlighting is linked to the other tensors. */
import { useMemo } from 'preact/hooks';
import { NumberCell, NumberCells, blur_cell, type CellEvent } from '../../numbers/number_cells.tsx';
import type { Pass } from '../../numbers/forward_pass.ts';
import { tensor_key, width_of } from '../../numbers/tensor_names.ts';
import type { TensorName } from '../../numbers/tensor_names.ts';
import { attended, hover, store } from '../../numbers/store.ts';
import type { ElementReference } from '../../numbers/tensor_names.ts';
import { answer_attributes } from '../../numbers/value.tsx';

interface TensorCellsProps {
  readonly pass: Pass;
  readonly name: TensorName;
  readonly features: number;
  readonly token: number;
  readonly window: readonly [from: number, to: number];
  readonly limit: number;
  readonly label: string;
  /** In slow motion, the last feature computed so far; the cells after it are blank. */
  readonly last?: number | undefined;
}

/** Features of a token's row to highlight: the pinned one, the one linked to another tensor's element, and the traced term's. */
function highlighted_features(name: TensorName, token: number) {
  const { value: pinned } = store.pinned;
  const feature_in_row = (at: ElementReference | undefined) =>
    at && at.token === token && width_of(at.tensor) === width_of(name) ? at.feature : undefined;
  return {
    pinned: pinned?.tensor === name ? feature_in_row(pinned) : undefined,
    linked: feature_in_row(attended.value),
    term: feature_in_row(store.term.value),
  };
}

/**
 * Clears the hovered element when a cell loses the focus. It stays without a pinned element, or the inspector would be empty when the Tab
 * key reaches it, and while the focus is in the element's trace.
 */
function blur(event: FocusEvent): void {
  const { relatedTarget } = event;
  const moves_to_trace = relatedTarget instanceof Element && relatedTarget.closest('.trace') !== null;
  if (store.pinned.value && !moves_to_trace) blur_cell(event);
}

function make_listeners(tensor: TensorName, token: number) {
  const element_of = ({ currentTarget }: CellEvent) => ({ tensor, token, feature: Number(currentTarget.dataset.cell) });
  return {
    onPointerEnter: (event: CellEvent<PointerEvent>) => event.pointerType === 'mouse' && hover(element_of(event)),
    onPointerLeave: () => hover(undefined),
    onFocus: (event: CellEvent<FocusEvent>) => hover(element_of(event)),
    onBlur: blur,
    onClick: (event: CellEvent<MouseEvent>) => (store.pinned.value = element_of(event)),
  };
}

export function TensorCells({ pass, name, features, token, window: [from, to], limit, label, last = Infinity }: TensorCellsProps) {
  const { pinned, linked, term } = highlighted_features(name, token);
  const key = tensor_key(name);
  const { data } = pass.value.tensors[key];
  const listeners = useMemo(() => make_listeners(name, token), [name, token]);
  const pinned_cell = store.pinned.value;
  const tab_stop = pinned_cell?.tensor === name && pinned_cell.feature >= from && pinned_cell.feature < to ? pinned_cell.feature : from;
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
            {...{ limit, listeners, value: data[index] ?? NaN }}
            {...answer_attributes(pass, `tensors.${key}.${index}`)}
            cell={feature}
            place={feature}
            label_key="tensor.cell"
            modifiers={feature === linked || feature === term ? 'cell_linked' : ''}
            blank={feature > last}
            focusable={feature === tab_stop}
            chosen={feature === pinned}
          />
        );
      })}
    </NumberCells>
  );
}
