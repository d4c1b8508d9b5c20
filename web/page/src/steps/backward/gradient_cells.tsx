/** A grid of gradients in outlined cells; a gradient of exactly 0 is hatched. */
import type { Answer } from '../../numbers/answers.ts';
import { NumberCells, blur_cell } from '../../numbers/number_cells.tsx';
import { number_at } from '../../numbers/path.ts';
import { width_of, type FeatureWindow, type ElementReference } from '../../state/tensor_names.ts';
import { attended, hover } from '../../state/store.ts';

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
  /** The numbers belong to the forward pass but stand among gradients. */
  readonly activation?: boolean;
  readonly limit: number;
  readonly label: string;
  /** Message for a cell's accessible name: `Feature 3: 0.125`. */
  readonly label_key: 'tensor.cell' | 'backward.token_cell' | 'backward.weight_cell';
  /** Position of the chosen cell, which may lie outside. */
  readonly chosen?: number;
  readonly on_choose?: (position: number) => void;
}

const same_place = (a: ElementReference, b: ElementReference | undefined) =>
  b !== undefined &&
  a.token === b.token &&
  a.feature === b.feature &&
  width_of(a.tensor) === width_of(b.tensor);

export function GradientCells(props: GradientCellsProps) {
  const {
    answer,
    path,
    window,
    place,
    at,
    activation,
    limit,
    label,
    label_key,
    chosen = NaN,
    on_choose,
  } = props;
  const [first, end] = window;
  const attention = attended.value;
  const tab_stop = chosen >= 0 && chosen < end - first ? chosen : 0;
  const modifiers = (value: number, position: number) => {
    const linked = at && same_place(at(position), attention) && 'cell_linked';
    return [!activation && 'cell_gradient', !activation && value === 0 && 'cell_blocked', linked]
      .filter(Boolean)
      .join(' ');
  };
  return (
    <NumberCells
      label={label}
      // Cells that belong to no element of the forward pass do not change the highlight.
      on_look={at && ((position) => hover(at(position)))}
      on_blur={at && blur_cell}
      on_choose={(position) => on_choose?.(position)}
      cells={Array.from({ length: end - first }, (_, position) => {
        const element = `${path}.${first + position}`;
        const value = number_at(answer.value, element) ?? NaN;
        return {
          value,
          limit,
          label_key,
          'data-recipe': answer.recipe,
          'data-path': element,
          place: place(position),
          modifiers: modifiers(value, position),
          cell: position,
          chosen: position === chosen,
          focusable: position === tab_stop,
        };
      })}
    />
  );
}
