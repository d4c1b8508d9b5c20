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
import { number_column, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { deepest } from '../../numbers/url_state.ts';
import type { DepthReply, DepthRequest } from './calls.ts';
import { stack } from './depth_network.ts';
import { LadderPlot } from './ladder_plot.tsx';
import { depth_gradients } from './state.ts';

const series = ['with_shortcuts', 'without_shortcuts'] as const;
/** 'none' comes first, because the gradient vanishes there. */
const norms = ['none', 'pre', 'post'] as const satisfies readonly NormPlacement[];
type SeriesName = (typeof series)[number];

interface Answer {
  readonly request: DepthRequest;
  readonly reply: DepthReply;
}

function ladder_data({ request, reply }: Answer): FigureData {
  const blocks = reply.with_shortcuts.parameter_gradients.length;
  const numbers = series.map((name) =>
    vector(
      name,
      reply[name].parameter_gradients.map(({ rms }) => rms),
    ),
  );
  return {
    call: 'gradient_by_depth',
    arguments: { ...request, ...stack },
    tensors: numbers,
    table: {
      rows: blocks,
      columns: numbers.map(({ tensor, data }) => number_column(tensor, data)),
      row_name: (row) => t('backward.block', { block: row + 1 }),
    },
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
      <Choice
        legend={t('backward.norm')}
        options={norms.map((name) => ({ name, label: t(`block.norm_${name}`) }))}
        value={store.depth_norm.value}
        on_choose={(norm) => (store.depth_norm.value = norm)}
      />
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
function Summary({ reply, id }: { readonly reply: DepthReply; readonly id: string }) {
  const number = (name: SeriesName, block: number) => (
    <Value value={reply[name].parameter_gradients[block]?.rms} style="limit" call="gradient_by_depth" tensor={name} index={block} />
  );
  const last = reply.with_shortcuts.parameter_gradients.length - 1;
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

function Figure({ answer }: { readonly answer: Answer }) {
  const { ref, width } = use_width<HTMLDivElement>(640);
  const id = useId();
  const { reply } = answer;
  const blocks = reply.with_shortcuts.parameter_gradients.length;
  const rungs = Array.from({ length: blocks }, (_, row) => {
    const block = blocks - 1 - row;
    const [with_shortcuts, without_shortcuts] = series.map((name) => reply[name].parameter_gradients[block]?.rms ?? NaN);
    return {
      name: t('backward.block', { block: block + 1 }),
      with_shortcuts: with_shortcuts ?? NaN,
      without_shortcuts: without_shortcuts ?? NaN,
    };
  });
  return (
    <FigureFrame name="gradient_by_depth" title={t('backward.ladder_title')} described_by={id} drawing data={() => ladder_data(answer)}>
      <Summary reply={reply} id={id} />
      <Legend />
      <div ref={ref} class="ladder_room">
        <p class="plot_title">{t('backward.ladder_title')}</p>
        <LadderPlot width={width} rungs={rungs} default_range={default_range[reply.norm]} format_tick={tick_text} />
      </div>
    </FigureFrame>
  );
}

export function Ladder() {
  const { current, error } = depth_gradients.value;
  return (
    <figure class="ladder_figure" aria-busy={depth_gradients.pending}>
      <Controls />
      <CallErrorNotice error={error} />
      {current ? <Figure answer={current} /> : <div class="waiting_cells" aria-hidden="true" />}
      {current && (
        <figcaption class="hint">
          {t('backward.ladder_note', {
            width: current.reply.d_model,
            heads: current.reply.n_heads,
            tokens: current.reply.tokens,
            seed: stack.seed,
          })}
        </figcaption>
      )}
    </figure>
  );
}
