/**
 * One token's path through the network, every number a coloured cell: x beside the rows of W1, z
 * and a below its columns, W2 below them, y beside its rows. Each column is one hidden unit from
 * top to bottom. A pure function of its data.
 */
import type { ReadonlySignal } from '@preact/signals';
import { memo } from '../words/memo.ts';
import { shade_of } from '../words/shade.ts';

export interface ChainVector {
  readonly values: ArrayLike<number>;
  /** The colours go from −limit to limit. */
  readonly limit: number;
}

/**
 * A vector shown as numbers; `attributes` returns the attributes of the element that shows a value.
 */
type ChainNumbers = ChainVector & { readonly attributes: (index: number) => object };

export type ChainMatrix = ChainVector & { readonly rows: number; readonly columns: number };

export interface ChainFigureProps {
  readonly width: number;
  /** Small cells, x and y without their numbers. */
  readonly compact?: boolean;
  readonly x: ChainNumbers;
  /** Like `w2` of shape (features, units), as drawn. */
  readonly w1: ChainMatrix;
  readonly pre_activation: ChainVector;
  readonly hidden: ChainVector;
  readonly w2: ChainMatrix;
  readonly output: ChainNumbers;
  readonly activation: string;
  /** The feature of x that is emphasized. */
  readonly feature: number | undefined;
  /**
   * The highlighted hidden unit: a signal, so that a pointer move re-renders only the highlight.
   */
  readonly unit: ReadonlySignal<number | undefined>;
  readonly format: (value: number) => string;
  readonly on_unit: (unit: number | undefined) => void;
  /** Called on touch, which cannot hover: the unit stays highlighted. */
  readonly on_pin: (unit: number | undefined) => void;
  readonly on_x: (feature: number) => void;
}

/** Sizes in pixels: `side` of x and y, one row of a matrix, the band of a name above each part. */
const sizes = {
  full: { side: 60, row_height: 16, band: 22 },
  compact: { side: 22, row_height: 4, band: 16 },
} as const;
const widest_column = 22;

export function chain_layout(
  width: number,
  features: number,
  units: number,
  size: keyof typeof sizes = 'full',
) {
  const { side, row_height, band } = sizes[size];
  const column = Math.max(3, Math.min(widest_column, Math.floor((width - 2 * side) / units)));
  const left = Math.round((width - column * units) / 2);
  const matrix = features * row_height;
  const w1 = band;
  const pre_activation = w1 + matrix + band;
  const line = Math.max(row_height, 8);
  const hidden = pre_activation + line + band;
  const w2 = hidden + line + band;
  return {
    side,
    row_height,
    line,
    column,
    left,
    right: left + column * units,
    w1,
    pre_activation,
    hidden,
    w2,
    height: w2 + matrix + 4,
  };
}

type Layout = ReturnType<typeof chain_layout>;

const sign_class = (value: number) =>
  !Number.isFinite(value) ? 'chain_non_finite' : value < 0 ? 'chain_minus' : 'chain_plus';

interface CellsProps extends ChainVector {
  readonly at: (index: number) => readonly [x: number, y: number];
  readonly size: readonly [width: number, height: number];
  readonly round: number;
}

const Cells = ({ values, limit, at, size: [width, height], round }: CellsProps) =>
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
const Matrix = memo(function Matrix({
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

interface SideProps extends Pick<ChainFigureProps, 'feature' | 'format' | 'compact'> {
  readonly vector: ChainNumbers;
  readonly x: number;
  readonly top: number;
  readonly layout: Layout;
}

/** x or y as a column of numbers, each beside its row of the matrix. */
function Side({
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

interface NamesProps extends Pick<ChainFigureProps, 'activation' | 'width'> {
  readonly layout: Layout;
}

const Names = memo(function Names({ layout, activation, width }: NamesProps) {
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
function Focus({
  layout,
  unit: { value: unit },
}: { readonly layout: Layout } & Pick<ChainFigureProps, 'unit'>) {
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

type Pointing = PointerEvent & { readonly currentTarget: Element };

/**
 * Returns the pointer handlers: a mouse highlights the unit under it, a touch pins its unit, and a
 * press on a number of x chooses its row.
 */
function pointer_handlers(
  { w1, on_unit, on_pin, on_x }: ChainFigureProps,
  { column, row_height, left, w1: top }: Layout,
) {
  const unit_at = (event: Pointing) => {
    const at = Math.floor(
      (event.clientX - event.currentTarget.getBoundingClientRect().left - left) / column,
    );
    return at >= 0 && at < w1.columns ? at : undefined;
  };
  const pick = (event: Pointing) => {
    const box = event.currentTarget.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top - top) / row_height);
    if (event.clientX - box.left < left && row >= 0 && row < w1.rows) on_x(row);
    else if (event.pointerType === 'mouse') on_unit(unit_at(event));
    else on_pin(unit_at(event));
  };
  return {
    onPointerMove: (event: Pointing) => event.pointerType === 'mouse' && on_unit(unit_at(event)),
    onPointerLeave: (event: Pointing) => event.pointerType === 'mouse' && on_unit(undefined),
    onPointerDown: (event: Pointing) => event.pointerType === 'mouse' && pick(event),
    // A finger that scrolls the page is never lifted here.
    onPointerUp: (event: Pointing) => event.pointerType !== 'mouse' && pick(event),
  };
}

export function ChainFigure(props: ChainFigureProps) {
  const {
    width,
    compact = false,
    x,
    w1,
    pre_activation,
    hidden,
    w2,
    output,
    activation,
    feature,
    unit,
    format,
  } = props;
  const layout = chain_layout(width, w1.rows, w1.columns, compact ? 'compact' : 'full');
  const { side, column, left, right, height } = layout;
  const sides = { layout, compact, format };
  const line = (top: number) => ({
    at: (index: number) => [left + index * column, top] as const,
    size: [column, layout.line] as const,
    round: Math.min(4, column / 3),
  });
  return (
    <svg
      class={compact ? 'chain chain_compact' : 'chain'}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      {...pointer_handlers(props, layout)}
    >
      <Names layout={layout} activation={activation} width={width} />
      <Side vector={x} x={left - side} top={layout.w1} feature={feature} {...sides} />
      <Cells {...pre_activation} {...line(layout.pre_activation)} />
      <Cells {...hidden} {...line(layout.hidden)} />
      <Matrix matrix={w1} layout={layout} top={layout.w1} />
      <Matrix matrix={w2} layout={layout} top={layout.w2} />
      <Side vector={output} x={right + 6} top={layout.w2} feature={undefined} {...sides} />
      <Focus layout={layout} unit={unit} />
    </svg>
  );
}
