/**
 * One token's path through the network, every number a coloured cell: x beside the rows of W1, z
 * and a below its columns, W2 below them, y beside its rows. Each column is one hidden unit from
 * top to bottom. A pure function of its data.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import { legend_entry, type Legend } from '../words/legend.tsx';
import { chain_layout, type Layout } from './chain_layout.ts';
import {
  Cells,
  Focus,
  Matrix,
  Names,
  Side,
  type ChainMatrix,
  type ChainNumbers,
  type ChainVector,
} from './chain_parts.tsx';
import { place_in } from '../controls/place_in.ts';

/** The parts in the order in which they are computed, each with the weights that it uses. */
export type ChainPart = 'x' | 'pre_activation' | 'hidden' | 'output';

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
  /** A class for each part, for instance of those that are not computed yet. */
  readonly parts?: Readonly<Record<ChainPart, string>> | undefined;
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
  readonly on_output: (feature: number) => void;
  /** The feature of the output that is emphasized. */
  readonly output_feature: number | undefined;
}

type Pointing = PointerEvent & { readonly currentTarget: Element };

/**
 * Returns the pointer handlers: a mouse highlights the unit under it, a touch pins its unit, and a
 * press on a number of x or of the output chooses its row.
 */
function pointer_handlers(
  { w1, on_unit, on_pin, on_x, on_output }: ChainFigureProps,
  { column, row_height, left, right, w1: top, w2: low }: Layout,
) {
  const unit_at = (event: Pointing) => {
    const at = Math.floor((place_in(event.currentTarget, event).x - left) / column);
    return at >= 0 && at < w1.columns ? at : undefined;
  };
  const pick = (event: Pointing) => {
    const place = place_in(event.currentTarget, event);
    const row_below = (edge: number) => {
      const row = Math.floor((place.y - edge) / row_height);
      return row >= 0 && row < w1.rows ? row : undefined;
    };
    const [of_x, of_output] = [row_below(top), row_below(low)];
    if (place.x < left && of_x !== undefined) on_x(of_x);
    else if (place.x > right && of_output !== undefined) on_output(of_output);
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

/** Returns where the cells of a line between the matrices stand: one above each hidden unit. */
const cells_in_line = ({ left, column, line }: Layout, top: number) => ({
  at: (index: number) => [left + index * column, top] as const,
  size: [column, line] as const,
  round: Math.min(4, column / 3),
});

/** The four vectors and the two matrices, each vector in a group with the weights that it uses. */
function Parts({ layout, ...props }: ChainFigureProps & { readonly layout: Layout }) {
  const { compact = false, format, parts, x, w1, pre_activation, hidden, w2, output } = props;
  const sides = { layout, compact, format };
  return (
    <>
      <g class={parts?.x}>
        <Side
          vector={x}
          x={layout.left - layout.side}
          top={layout.w1}
          feature={props.feature}
          {...sides}
        />
      </g>
      <g class={parts?.pre_activation}>
        <Matrix matrix={w1} layout={layout} top={layout.w1} />
        <Cells {...pre_activation} {...cells_in_line(layout, layout.pre_activation)} />
      </g>
      <g class={parts?.hidden}>
        <Cells {...hidden} {...cells_in_line(layout, layout.hidden)} />
      </g>
      <g class={parts?.output}>
        <Matrix matrix={w2} layout={layout} top={layout.w2} />
        <Side
          vector={output}
          x={layout.right + 6}
          top={layout.w2}
          feature={props.output_feature}
          {...sides}
        />
      </g>
    </>
  );
}

export function ChainFigure(props: ChainFigureProps) {
  const { width, compact = false, w1 } = props;
  const layout = chain_layout(width, w1.rows, w1.columns, compact);
  return (
    <svg
      class={compact ? 'chain chain_compact' : 'chain'}
      width={width}
      height={layout.height}
      viewBox={`0 0 ${width} ${layout.height}`}
      aria-hidden="true"
      {...pointer_handlers(props, layout)}
    >
      <Names layout={layout} activation={props.activation} width={width} />
      <Parts {...props} layout={layout} />
      <Focus layout={layout} unit={props.unit} />
    </svg>
  );
}

const sample = (...pieces: readonly VNode[]) => (
  <svg class="chain legend_chain" width={64} height={24} viewBox="0 0 64 24">
    {pieces}
  </svg>
);

const sample_weight = (magnitude: number, place: number) => (
  <rect
    class={`chain_cell ${place % 2 === 0 ? 'chain_plus' : 'chain_minus'}`}
    style={{ '--share': String(magnitude) }}
    x={place * 16}
    y={4}
    width={15}
    height={15}
  />
);

export const chain_legend: Legend = [
  legend_entry(
    'legend.weights',
    'chain_cell chain_plus chain_minus chain_non_finite',
    sample(...[0.9, 0.3, 0.6, 0.1].map(sample_weight)),
  ),
  legend_entry(
    'legend.chain_chosen',
    'chain_chosen',
    sample(
      <text class="chain_number chain_chosen" x={28} y={17}>
        x
      </text>,
    ),
  ),
  legend_entry(
    'legend.chain_focus',
    'chain_focus',
    sample(<rect class="chain_focus" x={27} y={1} width={10} height={22} />),
  ),
];
