/** Legend of a step: the marks that its figures draw now. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { VNode } from 'preact';
import { MaskPlot } from '../charts/mask_plot.tsx';
import { ShareSwatch } from '../charts/share_bar.tsx';
import { Folded } from '../controls/folded.tsx';
import { PlotSample, sample_cell as cell, type LegendEntry } from '../controls/legend.tsx';
import { t, type MessageKey } from '../words/i18n.ts';
import { Message } from '../words/message.tsx';
import './legend.css';

/** Pieces of a plot, in a group with the classes that style them. */
const in_plot = (group: string, ...pieces: readonly VNode[]) => (
  <PlotSample>
    <g class={group}>{pieces}</g>
  </PlotSample>
);

const in_chain = (...pieces: readonly VNode[]) => (
  <svg class="chain legend_chain" width={64} height={24} viewBox="0 0 64 24">
    {pieces}
  </svg>
);

const path = (d: string) => <path d={d} />;
const dot = (y: number, r: number, name?: string) => <circle class={name} cx={32} cy={y} r={r} />;

/** `classes` are the classes of the marks, separated by blanks; default: the entry's name. */
const entry = (name: string, sample: VNode, classes = name, figure?: string): LegendEntry => ({
  text: `legend.${name}` as MessageKey,
  classes: classes.split(' '),
  sample,
  ...(figure !== undefined && { figure }),
});

const curve = (name: string) =>
  entry(
    `curve_${name}`,
    in_plot(`series series_${name}`, path('M2 18C20 18 30 20 62 3')),
    `series_${name} plot_label_${name} word_${name}`,
    `.plot .series_${name}`,
  );

/** One of the two ends of a curve at a jump. */
const curve_end = (kind: string, line: string) =>
  entry(
    `end_${kind}`,
    in_plot('series series_relu', path(line), dot(12, 4, `series_${kind}`)),
    `series_${kind}`,
  );

const bars = (
  <path class="histogram_bars" d="M4 24V14H14V24ZM18 24V4H28V24ZM32 24V9H42V24ZM46 24V18H56V24Z" />
);

const mask = (retained: boolean) => (
  <MaskPlot width={14} retained={[retained]} attended={undefined} on_attend={() => undefined} />
);

const weight = (magnitude: number, place: number) => (
  <rect
    class={`chain_cell ${place % 2 === 0 ? 'chain_plus' : 'chain_minus'}`}
    style={{ '--share': String(magnitude) }}
    x={place * 16}
    y={4}
    width={15}
    height={15}
  />
);

const in_cells = [
  entry('cell_plus', cell('cell_plus', 0.9, '+')),
  entry('cell_minus', cell('cell_minus', 0.9, '−')),
  entry('cell_zero', cell('cell_zero', 0, '0')),
  entry('cell_error', cell('cell_non_finite', 0, 'NaN'), 'cell_non_finite'),
  entry(
    'cell_linked',
    cell('cell_plus cell_linked', 0.3, '+'),
    'cell_linked mask_attended row_attended heat_map_attended',
    ':is(.cell, .mask)',
  ),
  entry('cell_pinned', cell('cell_plus cell_pinned', 0.3, '+'), 'cell_pinned', '.cell'),
  entry('scale', <span class="scale_bar" />, 'scale_bar heat_map'),
  entry(
    'heat_row',
    <svg class="heat_map_window" width={64} height={24} viewBox="0 0 64 24">
      <rect x={1} y={7} width={62} height={10} />
      <rect x={20} y={7} width={20} height={10} class="heat_map_cells" />
    </svg>,
    'heat_map_window heat_map_cells',
  ),
  entry('skeleton', <span class="skeleton" />, 'skeleton waiting_cells'),
  entry('step', <span class="step_arrow" />, 'step_arrow'),
  entry(
    'branch',
    <span class="legend_branches">
      <span class="legend_solid" />
      <span class="legend_dashed" />
    </span>,
    'branch_gelu branch_relu',
  ),
  entry('printed', <s class="printed">abc</s>),
  entry('editable', <span class="editable legend_editable">w</span>, 'editable editable_changed'),
];

const on_curves = [
  ...['gelu', 'gelu_tanh', 'gelu_sigmoid', 'relu'].map(curve),
  curve_end('taken', 'M2 12H32'),
  curve_end('open', 'M32 12H62'),
  entry(
    'cursor',
    <PlotSample name="legend_cursor">
      {path('M32 0V24')}
      {dot(12, 5)}
      {dot(12, 2, 'legend_eye')}
    </PlotSample>,
    'plot_cursor plot_dot plot_dot_gelu plot_dot_relu plot_dot_gelu_tanh plot_dot_gelu_sigmoid',
    '.plot_dot',
  ),
  entry(
    'landmark',
    in_plot('plot_annotation', dot(12, 6, 'plot_annotation_ring')),
    'plot_annotation_ring',
  ),
  entry(
    'guess',
    in_plot('series series_guess', path('M32 4V20'), dot(6, 4, 'series_taken')),
    'series_guess',
  ),
  entry(
    'grid',
    in_plot('plot_grid', path('M12 0V24M52 0V24'), <g class="plot_zero">{path('M32 0V24')}</g>),
    'plot_grid plot_zero',
  ),
];

const in_histograms = [
  entry(
    'bars',
    <PlotSample name="histogram_hidden_gelu">{bars}</PlotSample>,
    'histogram_bars histogram_pre_activation histogram_hidden_gelu histogram_hidden_relu histogram_samples',
  ),
  entry(
    'brushed',
    <PlotSample>
      {bars}
      <rect class="histogram_band" x={16} y={0} width={28} height={24} />
      <path class="histogram_brushed" d="M18 24V12H28V24ZM32 24V16H42V24Z" />
    </PlotSample>,
    'histogram_brushed histogram_band',
  ),
  entry(
    'line',
    <PlotSample name="histogram_samples">
      {bars}
      <path class="histogram_marker" d="M30 0V24" />
    </PlotSample>,
    'histogram_marker',
  ),
  entry('retained', mask(true), 'mask_retained'),
  entry('dropped', mask(false), 'mask_dropped'),
  ...(['feed_forward', 'attention', 'norms', 'embeddings'] as const).map((name) =>
    entry(`share_${name}`, <ShareSwatch name={name} />),
  ),
];

const chosen_weight = (
  <text class="chain_number chain_chosen" x={28} y={17}>
    x
  </text>
);

const in_the_chain = [
  entry(
    'weights',
    in_chain(...[0.9, 0.3, 0.6, 0.1].map(weight)),
    'chain_cell chain_plus chain_minus chain_non_finite',
  ),
  entry('chain_chosen', in_chain(chosen_weight)),
  entry('chain_focus', in_chain(<rect class="chain_focus" x={27} y={1} width={10} height={22} />)),
];

function is_drawn({ classes, figure }: LegendEntry, figures: readonly (Element | null)[]): boolean {
  const selectors = figure === undefined ? classes.map((name) => `.${name}`) : [figure];
  const selector = selectors.map((mark) => `${mark}:not(.legend_sample *)`).join(', ');
  return figures.some((element) => element?.querySelector(selector));
}

/**
 * The entries of the drawn marks, in their order: those that any step may draw, then the step's
 * own. Follows the step while it is open.
 */
function Entries({ own }: { readonly own: readonly LegendEntry[] }) {
  const ref = useRef<HTMLUListElement>(null);
  const entries = [...in_cells, ...on_curves, ...in_histograms, ...in_the_chain, ...own];
  /** A text, so that the list is rendered again only when it changes. */
  const [drawn, set_drawn] = useState('');
  useEffect(() => {
    const step = ref.current?.closest('.panel');
    if (!step) return;
    const update = () => {
      const figures = [step, document.querySelector('.network_strip')];
      const found = entries.filter((entry) => is_drawn(entry, figures));
      set_drawn(found.map(({ text }) => text).join(' '));
    };
    const observer = new MutationObserver(update);
    observer.observe(step, { childList: true, subtree: true });
    update();
    return () => observer.disconnect();
  }, [own]);
  const shown = drawn.split(' ');
  return (
    <ul ref={ref} class="legend_entries">
      {entries
        .filter(({ text }) => shown.includes(text))
        .map(({ text, classes, sample }) => (
          <li key={text} data-legend={classes.join(' ')}>
            <span class="legend_sample" aria-hidden="true">
              {sample}
            </span>
            <span>
              <Message id={text} />
            </span>
          </li>
        ))}
    </ul>
  );
}

/** `own`: entries of marks that only this step draws. */
export function StepLegend({ own }: { readonly own: readonly LegendEntry[] }) {
  return (
    <Folded title={t('legend.title')} about={t('legend.about')}>
      <Entries own={own} />
    </Folded>
  );
}
