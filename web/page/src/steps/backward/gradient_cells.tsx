/** A grid of gradients in outlined cells; a gradient of exactly 0 is hatched. */
import { useMemo, useRef } from 'preact/hooks';
import type { Answer } from '../../numbers/answers.ts';
import { NumberCell, NumberCells, blur_cell, type CellEvent } from '../../numbers/number_cells.tsx';
import { number_at } from '../../numbers/path.ts';
import { width_of, type FeatureWindow, type ElementReference } from '../../numbers/tensor_names.ts';
import { attended, hover } from '../../numbers/store.ts';

interface GradientCellsProps {
  readonly answer: Answer;
  /** Path of a list or tensor in the answer. */
  readonly path: string;
  /** The elements of it that are shown. */
  readonly window: FeatureWindow;
  /** Value of {place} in the message `label_key`, for the cell at a position. */
  readonly place: (position: number) => string | number;
  /** The element of the forward pass at the same place. */
  readonly at?: (position: number) => ElementReference;
  /** The numbers are of the forward pass, among gradients. */
  readonly activation?: boolean;
  readonly limit: number;
  readonly label: string;
  /** Message for a cell's accessible name: `Feature 3: 0.125`. */
  readonly label_key: 'tensor.cell' | 'backward.token_cell' | 'backward.weight_cell';
  /** Position of the chosen cell, which may lie outside. */
  readonly chosen?: number;
  readonly on_choose?: (position: number) => void;
}

/** Event listeners that are created once and read the current properties from `shown`. */
function make_listeners(shown: { readonly current: Pick<GradientCellsProps, 'at' | 'on_choose'> }) {
  const position = ({ currentTarget }: CellEvent) => Number(currentTarget.dataset.cell);
  /** Cells that belong to no element of the forward pass do not change the highlight. */
  const look = (event: CellEvent) => shown.current.at && hover(shown.current.at(position(event)));
  return {
    onPointerEnter: (event: CellEvent<PointerEvent>) => event.pointerType === 'mouse' && look(event),
    onPointerLeave: () => shown.current.at && hover(undefined),
    onFocus: look,
    onBlur: (event: CellEvent<FocusEvent>) => shown.current.at && blur_cell(event),
    onClick: (event: CellEvent<MouseEvent>) => shown.current.on_choose?.(position(event)),
  };
}

const same_place = (a: ElementReference, b: ElementReference | undefined) =>
  b !== undefined && a.token === b.token && a.feature === b.feature && width_of(a.tensor) === width_of(b.tensor);

export function GradientCells(props: GradientCellsProps) {
  const { answer, path, window, place, at, activation, limit, label, label_key, chosen = NaN, on_choose } = props;
  const [first, end] = window;
  const attention = attended.value;
  const shown = useRef(props);
  shown.current = props;
  const listeners = useMemo(() => make_listeners(shown), []);
  const tab_stop = chosen >= 0 && chosen < end - first ? chosen : 0;
  const modifiers = (value: number, position: number) => {
    const linked = at && same_place(at(position), attention) && 'cell_linked';
    return [!activation && 'cell_gradient', !activation && value === 0 && 'cell_blocked', linked].filter(Boolean).join(' ');
  };
  return (
    <NumberCells label={label} on_choose={(position) => on_choose?.(position)}>
      {Array.from({ length: end - first }, (_, position) => {
        const element = `${path}.${first + position}`;
        const value = number_at(answer.value, element) ?? NaN;
        return (
          <NumberCell
            key={position}
            {...{ value, limit, label_key, listeners, 'data-recipe': answer.recipe, 'data-path': element }}
            place={place(position)}
            modifiers={modifiers(value, position)}
            cell={position}
            chosen={position === chosen}
            focusable={position === tab_stop}
          />
        );
      })}
    </NumberCells>
  );
}
