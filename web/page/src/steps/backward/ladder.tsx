/** Chart of the gradient in each block of a stack, with and without shortcuts. */
import { scaleLog } from 'd3-scale';
import type { NormPlacement } from 'ffn-lab';
import { useId } from 'preact/hooks';
import { XTicks } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Heading } from '../../controls/heading.tsx';
import { Slider } from '../../controls/slider.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message, Paragraph } from '../../controls/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../state/store.ts';
import { deepest } from './entry.ts';
import { by_depth, type DepthAnswer } from './state.tsx';

/** The sides of the ladder, in drawing order; their answers have a gradient for each block. */
const sides = ['without', 'with'] as const;
type Side = (typeof sides)[number];
const answer_of = (side: Side) => `${side}_shortcuts` as const;
const block_name = (block: number) => t('backward.block', { block: block + 1 });

/** 'none' comes first, because the gradient vanishes there. */
const norms = ['none', 'pre', 'post'] as const satisfies readonly NormPlacement[];

function Controls() {
  const { value: depth } = store.depth;
  const choose = (blocks: number) => (store.depth.value = blocks);
  return (
    <div class="controls">
      <div class="field depth_field">
        <Slider
          label={t('backward.depth', { depth })}
          smallest={1}
          largest={deepest}
          value={depth}
          on_value={choose}
        />
      </div>
      <Choice
        legend={t('backward.norm')}
        values={norms}
        label={(name) => t(`block.norm_${name}`)}
        of={store.depth_norm}
      />
    </div>
  );
}

function Legend() {
  return (
    <p class="ladder_legend" aria-hidden="true">
      {sides.toReversed().map((side) => (
        <span key={side}>
          <svg class="swatch ladder ladder_key" viewBox="0 0 28 12" width="28" height="12">
            <path class={`ladder_line ladder_${side}`} d="M1 6H27" />
            <circle class={`ladder_marker ladder_${side}`} cx="14" cy="6" r="5" />
          </svg>
          {t(`backward.${answer_of(side)}`)}
        </span>
      ))}
    </p>
  );
}

/**
 * Axis range by norm, the same at every depth so that charts can be compared; narrower where the
 * gradient does not vanish.
 */
const default_range = { none: [1e-15, 10], pre: [0.01, 10], post: [0.01, 10] } as const;

/** The style `limit` writes small powers of ten with an exponent. */
const tick_text = (value: number) => format_number(value, value < 1e-3 ? 'limit' : 'tick');

/** Labels at 2 and 3 times a power of ten would leave too little space. */
const is_power_of_ten = (value: number) => value.toExponential().startsWith('1e');

/** Height of a block's row; on a phone all of them are in view below the controls. */
const rung_height = (width: number) => (width < 480 ? 15 : 20);
const margin = { top: 12, right: 20, bottom: 28, left: 76 };
const pixels_per_tick = 56;

/** Returns the positions of the gradients on a logarithmic axis, and of the blocks' rows. */
function axes_of(answer: DepthAnswer, width: number) {
  const all = sides.flatMap((side) => answer.value[answer_of(side)]);
  const shown = [
    ...default_range[answer.state.depth_norm],
    ...all.filter((value) => value > 0 && Number.isFinite(value)),
  ];
  const x = scaleLog(
    [Math.min(...shown), Math.max(...shown)],
    [margin.left, width - margin.right],
  ).clamp(true);
  const ticks = x
    .ticks(Math.max(2, Math.floor((width - margin.left) / pixels_per_tick)))
    .filter(is_power_of_ten);
  const y = (row: number) => margin.top + (row + 0.5) * rung_height(width);
  const at = (side: Side, block: number) => {
    const value = answer.value[answer_of(side)][block] ?? NaN;
    return value > 0 ? x(value) : margin.left;
  };
  return { x, ticks, y, at };
}

/**
 * Plots the gradients on a logarithmic axis, one row per block in the order of the backward pass:
 * the last block on top.
 */
function LadderPlot({ answer, width }: { readonly answer: DepthAnswer; readonly width: number }) {
  const { x, ticks, y, at } = axes_of(answer, width);
  const blocks = Array.from(answer.value.with_shortcuts.keys()).reverse();
  const bottom = margin.top + blocks.length * rung_height(width);
  const height = bottom + margin.bottom;
  const line = (side: Side) =>
    `M${blocks.map((block, row) => `${at(side, block)} ${y(row)}`).join('L')}`;
  return (
    <svg
      class="plot ladder"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      <g class="plot_grid">
        <XTicks x={x} ticks={ticks} top={margin.top} bottom={bottom} format_tick={tick_text} />
      </g>
      {blocks.map((block, row) => (
        <g key={block} class="ladder_rung">
          <path d={`M${at('without', block)} ${y(row)}H${at('with', block)}`} />
          <text x={margin.left - 12} y={y(row)} dy="0.35em" text-anchor="end">
            {block_name(block)}
          </text>
        </g>
      ))}
      {sides.map((side) => (
        <path key={side} class={`ladder_line ladder_${side}`} d={line(side)} />
      ))}
      {blocks.flatMap((block, row) =>
        sides.map((side) => (
          <circle
            key={`${side} ${block}`}
            class={`ladder_marker ladder_${side}`}
            cx={at(side, block)}
            cy={y(row)}
            r={5}
          />
        )),
      )}
    </svg>
  );
}

function Figure({ answer }: { readonly answer: DepthAnswer }) {
  const { ref, width } = use_width<HTMLDivElement>(640);
  const id = useId();
  const { with_shortcuts, d_model, n_heads: heads, tokens, seed } = answer.value;
  const last = with_shortcuts.length - 1;
  const number = (side: Side, block: number) => (
    <Value of={answer} path={`${answer_of(side)}.${block}`} style="limit" />
  );
  const ends = (side: Side) => ({
    [`${side}_last`]: number(side, last),
    [`${side}_first`]: number(side, 0),
  });
  return (
    <>
      <FigureFrame
        name="gradient_by_depth"
        title={t('backward.ladder')}
        described_by={id}
        drawing
        data={() => figure_of(answer, { row_name: block_name })}
      >
        <Legend />
        <div ref={ref} class="ladder_room">
          <p class="plot_title">{t('backward.ladder')}</p>
          <LadderPlot answer={answer} width={width} />
        </div>
        <p id={id} class="ladder_summary">
          <Message
            id="backward.ladder_summary"
            values={{ block: last + 1, ...ends('with'), ...ends('without') }}
          />
        </p>
      </FigureFrame>
      <figcaption class="hint">
        <Message
          id="backward.depth_source"
          values={{ corrections: <a href="#corrections_notes_fr">{t('corrections.title')}</a> }}
        />{' '}
        {t('backward.ladder_note', { width: d_model, heads, tokens, seed })}
      </figcaption>
    </>
  );
}

export function Depth() {
  const { answer, error } = by_depth.value;
  const prose = (
    <>
      <Paragraph id="backward.lead" />
      <Paragraph class="try" id="backward.try" />
      <Paragraph id="backward.depth_text" />
    </>
  );
  return (
    <ProseAndFigure prose={prose} figure="ladder_figure" busy={by_depth.pending}>
      <Heading part="backward.depth" />
      <Controls />
      <CallErrorNotice error={error} />
      {answer ? <Figure answer={answer} /> : <Waiting />}
    </ProseAndFigure>
  );
}
