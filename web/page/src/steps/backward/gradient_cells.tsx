/** A grid of gradients in outlined cells; a gradient of exactly 0 is hatched. */
import { useMemo, useRef } from 'preact/hooks';
import { NumberCell, NumberCells, blur_cell } from '../../numbers/number_cells.tsx';
import type { CellEvent } from '../../numbers/number_cells.tsx';
import { width_of } from '../../numbers/tensor_names.ts';
import { attended, hover } from '../../numbers/store.ts';
import type { ElementReference } from '../../numbers/tensor_names.ts';

export interface CellEntry {
  readonly value: number;
  /** Path in the answer. */
  readonly path: string;
  /** Value of {place} in the message `label_key`. */
  readonly place: string | number;
  /** The element of the forward pass at the same place. */
  readonly at?: ElementReference | undefined;
}

export interface GradientCellsProps {
  /** `activation`: a number of the forward pass among gradients. */
  readonly kind: 'gradient' | 'activation';
  readonly recipe: string;
  readonly entries: readonly CellEntry[];
  readonly limit: number;
  readonly label: string;
  /** Message for a cell's accessible name: `Feature 3: 0.125`. */
  readonly label_key: 'tensor.cell' | 'backward.token_cell' | 'backward.weight_cell';
  /** Position of the chosen entry. */
  readonly chosen?: number | undefined;
  readonly on_choose?: ((position: number) => void) | undefined;
}

/** Event listeners that are created once and read the current entries from `shown`. */
function make_listeners(shown: { readonly current: Pick<GradientCellsProps, 'entries' | 'on_choose'> }) {
  const look = ({ currentTarget }: CellEvent) => {
    const at = shown.current.entries[Number(currentTarget.dataset.cell)]?.at;
    if (at) hover(at);
  };
  /** Cells that belong to no element of the forward pass do not change the highlight. */
  const has_elements = () => shown.current.entries[0]?.at !== undefined;
  return {
    onPointerEnter: (event: CellEvent<PointerEvent>) => event.pointerType === 'mouse' && look(event),
    onPointerLeave: () => has_elements() && hover(undefined),
    onFocus: look,
    onBlur: (event: CellEvent<FocusEvent>) => has_elements() && blur_cell(event),
    onClick: ({ currentTarget }: CellEvent<MouseEvent>) => shown.current.on_choose?.(Number(currentTarget.dataset.cell)),
  };
}

const same_place = (a: ElementReference | undefined, b: ElementReference | undefined) =>
  a !== undefined && b !== undefined && a.token === b.token && a.feature === b.feature && width_of(a.tensor) === width_of(b.tensor);

export function GradientCells({ kind, entries, recipe, label, chosen, on_choose, ...all }: GradientCellsProps) {
  const attention = attended.value;
  const shown = useRef({ entries, on_choose });
  shown.current = { entries, on_choose };
  const listeners = useMemo(() => make_listeners(shown), []);
  const tab_stop = chosen !== undefined && chosen < entries.length ? chosen : 0;
  const modifiers = ({ value, at }: CellEntry) =>
    [
      kind === 'gradient' && 'cell_gradient',
      kind === 'gradient' && value === 0 && 'cell_blocked',
      same_place(at, attention) && 'cell_linked',
    ]
      .filter(Boolean)
      .join(' ');
  return (
    <NumberCells label={label} on_choose={(position) => on_choose?.(position)}>
      {entries.map((entry, position) => (
        <NumberCell
          key={position}
          {...all}
          data-recipe={recipe}
          value={entry.value}
          data-path={entry.path}
          place={entry.place}
          modifiers={modifiers(entry)}
          cell={position}
          chosen={position === chosen}
          focusable={position === tab_stop}
          listeners={listeners}
        />
      ))}
    </NumberCells>
  );
}
