/** The parts of the chain figure: cells, matrices, names and the frame around a hidden unit. */
import type { ReadonlySignal } from '@preact/signals';
import { memo } from '../controls/memo.ts';
import { shade_of } from './shade.ts';
import type { Layout } from './chain_layout.ts';

export interface ChainVector {
  readonly values: ArrayLike<number>;
  /** The colours go from −limit to limit. */
  readonly limit: number;
}

/**
 * A vector shown as numbers; `attributes` returns the attributes of the element that shows a value.
 */
export type ChainNumbers = ChainVector & { readonly attributes: (index: number) => object };

export type ChainMatrix = ChainVector & { readonly rows: number; readonly columns: number };

const sign_class = (value: number) =>
  !Number.isFinite(value) ? 'chain_non_finite' : value < 0 ? 'chain_minus' : 'chain_plus';

interface CellsProps extends ChainVector {
  readonly at: (index: number) => readonly [x: number, y: number];
  readonly size: readonly [width: number, height: number];
  readonly round: number;
}

export const Cells = ({ values, limit, at, size: [width, height], round }: CellsProps) =>
  Array.from(values, (value, index) => {
    const [x, y] = at(index);
    return (
      <rect
        key={index}
        class={`chain_cell ${sign_class(value)}`}
        style={{ '--share': String(shade_of(value, limit)) }}
        x={x + 0.5}
        y={y + 0.5}
        width={width - 1}
        height={height - 1}
        rx={round}
      />
    );
  });

interface MatrixProps {
  readonly matrix: ChainMatrix;
  readonly layout: Layout;
  readonly top: number;
}

/**
 * Draws all cells of one colour as one path: the browser would take too long to style hundreds of
 * elements on the first screen. Memoized: the weights do not change while the user moves x.
 */
export const Matrix = memo(function Matrix({
  matrix: { values, limit, columns },
  layout: { column, left, row_height },
  top,
}: MatrixProps) {
  const outlines: Record<string, string> = {};
  Array.from(values).forEach((value, index) => {
    const key = `${sign_class(value)} ${shade_of(value, limit)}`;
    const [x, y] = [
      left + (index % columns) * column + 0.5,
      top + Math.floor(index / columns) * row_height + 0.5,
    ];
    outlines[key] =
      `${outlines[key] ?? ''}M${x} ${y}h${column - 1}v${row_height - 1}h${1 - column}z`;
  });
  return Object.entries(outlines).map(([key, outline]) => {
    const [sign, share = ''] = key.split(' ');
    return <path key={key} class={`chain_cell ${sign}`} style={{ '--share': share }} d={outline} />;
  });
});

interface SideProps {
  readonly vector: ChainNumbers;
  readonly x: number;
  readonly top: number;
  readonly layout: Layout;
  /** The feature that is emphasized. */
  readonly feature: number | undefined;
  readonly format: (value: number) => string;
  /** Small cells without their numbers. */
  readonly compact: boolean;
}

/** x or y as a column of numbers, each beside its row of the matrix. */
export function Side({
  vector: { attributes, ...vector },
  x,
  top,
  feature,
  format,
  compact,
  layout: { side, row_height },
}: SideProps) {
  const cells = (
    <Cells
      {...vector}
      at={(index) => [x, top + index * row_height]}
      size={[side - 6, row_height]}
      round={compact ? 1 : 4}
    />
  );
  if (compact) return cells;
  return (
    <g class="chain_side">
      {cells}
      {Array.from(vector.values, (value, index) => (
        <text
          key={index}
          class={index === feature ? 'chain_number chain_chosen' : 'chain_number'}
          {...attributes(index)}
          x={x + side - 12}
          y={top + index * row_height + 12}
          text-anchor="end"
        >
          {format(value)}
        </text>
      ))}
    </g>
  );
}

interface NamesProps {
  readonly layout: Layout;
  readonly activation: string;
  readonly width: number;
}

export const Names = memo(function Names({ layout, activation, width }: NamesProps) {
  const { side, left, right, w1, pre_activation, hidden, w2 } = layout;
  const middle = (left + right) / 2;
  const names = [
    { text: 'x', x: left - side / 2 - 3, top: w1 },
    { text: 'W1', x: middle, top: w1 },
    { text: 'z = W1 · x + b1', x: middle, top: pre_activation },
    { text: `a = ${activation}(z)`, x: middle, top: hidden, name: 'chain_activation' },
    { text: 'W2', x: middle, top: w2 },
    { text: 'y', x: Math.min(width - side / 2, right + side / 2 + 3), top: w2 },
  ];
  return (
    <g class="chain_names">
      {names.map(({ text, x, top, name }) => (
        <text key={text} class={name} x={x} y={top - 7} text-anchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
});

/** Highlight around the column of a hidden unit. */
export function Focus({
  layout,
  unit: { value: unit },
}: {
  readonly layout: Layout;
  readonly unit: ReadonlySignal<number | undefined>;
}) {
  if (unit === undefined) return null;
  const { column, left, w1, height } = layout;
  return (
    <rect
      class="chain_focus"
      x={left + unit * column - 0.5}
      y={w1 - 1}
      width={column + 1}
      height={height - w1 - 2}
    />
  );
}
