/** Chart of the gradient in each block of a stack, with and without shortcuts. */
import type { NormPlacement } from 'ffn-lab';
import { useId } from 'preact/hooks';
import { use_width } from '../../charts/use_width.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Slider } from '../../controls/slider.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { origin_of, table_of, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { deepest } from '../../numbers/url_state.ts';
import { LadderPlot } from './ladder_plot.tsx';
import { by_depth } from './state.ts';
import type { DepthAnswer } from './state.ts';

const series = ['with_shortcuts', 'without_shortcuts'] as const;
/** 'none' comes first, because the gradient vanishes there. */
const norms = ['none', 'pre', 'post'] as const satisfies readonly NormPlacement[];
type SeriesName = (typeof series)[number];

function ladder_data(answer: DepthAnswer): FigureData {
  const numbers = series.map((name) => vector(name, answer.value[name]));
  return {
    ...origin_of(answer),
    tensors: numbers,
    table: { ...table_of(numbers), row_name: (row) => t('backward.block', { block: row + 1 }) },
  };
}

function Controls() {
  const { depth } = store;
  return (
    <div class="controls">
      <div class="field depth_field">
        <Slider
          label={t('backward.depth', { depth: depth.value })}
          smallest={1}
          largest={deepest}
          value={depth.value}
          on_value={(blocks) => (depth.value = blocks)}
        />
      </div>
      <Choice legend={t('backward.norm')} values={norms} label={(name) => t(`block.norm_${name}`)} of={store.depth_norm} />
    </div>
  );
}

function Legend() {
  return (
    <p class="ladder_legend" aria-hidden="true">
      {series.map((name) => (
        <span key={name}>
          <svg class={`swatch ladder ladder_key`} viewBox="0 0 28 12" width="28" height="12">
            <path class={`ladder_line ladder_${name === 'with_shortcuts' ? 'with' : 'without'}`} d="M1 6H27" />
            <circle class={`ladder_marker ladder_${name === 'with_shortcuts' ? 'with' : 'without'}`} cx="14" cy="6" r="5" />
          </svg>
          {t(`backward.${name}`)}
        </span>
      ))}
    </p>
  );
}

/** Describes the chart by the gradients of the last and the first block. */
function Summary({ answer, id }: { readonly answer: DepthAnswer; readonly id: string }) {
  const number = (name: SeriesName, block: number) => <Value of={answer} path={`${name}.${block}`} style="limit" />;
  const last = answer.value.with_shortcuts.length - 1;
  return (
    <p id={id} class="ladder_summary">
      <Message
        id="backward.ladder_summary"
        values={{
          block: last + 1,
          with_last: number('with_shortcuts', last),
          with_first: number('with_shortcuts', 0),
          without_last: number('without_shortcuts', last),
          without_first: number('without_shortcuts', 0),
        }}
      />
    </p>
  );
}

/** Axis range by norm, the same at every depth so that charts can be compared; narrower where the gradient does not vanish. */
const default_range = { none: [1e-15, 10], pre: [0.01, 10], post: [0.01, 10] } as const;

/** The style `limit` writes small powers of ten with an exponent. */
const tick_text = (value: number) => format_number(value, value < 1e-3 ? 'limit' : 'tick');

function Figure({ answer }: { readonly answer: DepthAnswer }) {
  const { ref, width } = use_width<HTMLDivElement>(640);
  const id = useId();
  const { with_shortcuts, without_shortcuts } = answer.value;
  const blocks = with_shortcuts.length;
  const rungs = Array.from({ length: blocks }, (_, row) => {
    const block = blocks - 1 - row;
    return {
      name: t('backward.block', { block: block + 1 }),
      with_shortcuts: with_shortcuts[block] ?? NaN,
      without_shortcuts: without_shortcuts[block] ?? NaN,
    };
  });
  return (
    <FigureFrame name="gradient_by_depth" title={t('backward.ladder_title')} described_by={id} drawing data={() => ladder_data(answer)}>
      <Summary answer={answer} id={id} />
      <Legend />
      <div ref={ref} class="ladder_room">
        <p class="plot_title">{t('backward.ladder_title')}</p>
        <LadderPlot width={width} rungs={rungs} default_range={default_range[answer.state.depth_norm]} format_tick={tick_text} />
      </div>
    </FigureFrame>
  );
}

export function Ladder() {
  const { answer, error } = by_depth.value;
  return (
    <>
      <Controls />
      <CallErrorNotice error={error} />
      {answer ? <Figure answer={answer} /> : <div class="waiting_cells" aria-hidden="true" />}
      {answer && (
        <figcaption class="hint">
          {t('backward.ladder_note', {
            width: answer.value.d_model,
            heads: answer.value.n_heads,
            tokens: answer.value.tokens,
            seed: answer.value.seed,
          })}
        </figcaption>
      )}
    </>
  );
}
