/** Legend of a step: the marks that its figures draw now. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { VNode } from 'preact';
import { MaskPlot } from '../charts/mask_plot.tsx';
import { ShareSwatch, type PartName } from '../charts/share_bar.tsx';
import { Folded } from '../controls/folded.tsx';
import { PlotSample, sample_cell as cell, type LegendEntry } from '../controls/legend.tsx';
import { t, type MessageKey } from '../words/i18n.ts';
import { Message } from '../words/message.tsx';
import './legend.css';

/** A piece of a plot, in a group with the classes that style it. */
const in_plot = (group: string, piece: VNode) => (
  <PlotSample>
    <g class={group}>{piece}</g>
  </PlotSample>
);

const in_chain = (piece: VNode | readonly VNode[]) => (
  <svg class="chain legend_chain" width={64} height={24} viewBox="0 0 64 24">
    {piece}
  </svg>
);

const entry = (name: string, classes: readonly string[], sample: VNode, figure?: string): LegendEntry => ({
  text: `legend.${name}` as MessageKey,
  classes,
  sample,
  ...(figure !== undefined && { figure }),
});

const curve = (name: 'gelu' | 'gelu_tanh' | 'gelu_sigmoid' | 'relu') =>
  entry(
    `curve_${name}`,
    [`series_${name}`, `plot_label_${name}`, `word_${name}`],
    in_plot(`series series_${name}`, <path d="M2 18C20 18 30 20 62 3" />),
    `.plot .series_${name}`,
  );

/** One of the two ends of a curve at a jump. */
const curve_end = (kind: 'taken' | 'open') =>
  entry(
    `end_${kind}`,
    [`series_${kind}`],
    in_plot(
      'series series_relu',
      <>
        <path d={kind === 'taken' ? 'M2 12H32' : 'M32 12H62'} />
        <circle class={`series_${kind}`} cx={32} cy={12} r={4} />
      </>,
    ),
  );

const share = (name: PartName) => entry(`share_${name}`, [`share_${name}`], <ShareSwatch name={name} />);

const bars = <path class="histogram_bars" d="M4 24V14H14V24ZM18 24V4H28V24ZM32 24V9H42V24ZM46 24V18H56V24Z" />;

const in_cells = [
  entry('cell_plus', ['cell_plus'], cell('cell_plus', 0.9, '+')),
  entry('cell_minus', ['cell_minus'], cell('cell_minus', 0.9, '−')),
  entry('cell_zero', ['cell_zero'], cell('cell_zero', 0, '0')),
  entry('cell_error', ['cell_non_finite'], cell('cell_non_finite', 0, 'NaN')),
  entry(
    'cell_linked',
    ['cell_linked', 'mask_attended', 'row_attended', 'heat_map_attended'],
    cell('cell_plus cell_linked', 0.3, '+'),
    ':is(.cell, .mask)',
  ),
  entry('cell_pinned', ['cell_pinned'], cell('cell_plus cell_pinned', 0.3, '+'), '.cell'),
  entry('scale', ['scale_bar', 'heat_map'], <span class="scale_bar" />),
  entry(
    'heat_row',
    ['heat_map_window', 'heat_map_cells'],
    <svg class="heat_map_window" width={64} height={24} viewBox="0 0 64 24">
      <rect x={1} y={7} width={62} height={10} />
      <rect x={20} y={7} width={20} height={10} class="heat_map_cells" />
    </svg>,
  ),
  entry('skeleton', ['skeleton', 'waiting_cells'], <span class="skeleton" />),
  entry('step', ['step_arrow'], <span class="step_arrow" />),
  entry(
    'branch',
    ['branch_gelu', 'branch_relu'],
    <span class="legend_branches">
      <span class="legend_solid" />
      <span class="legend_dashed" />
    </span>,
  ),
  entry('printed', ['printed'], <s class="printed">abc</s>),
  entry('editable', ['editable', 'editable_changed'], <span class="editable legend_editable">w</span>),
];

const on_curves = [
  curve('gelu'),
  curve('gelu_tanh'),
  curve('gelu_sigmoid'),
  curve('relu'),
  curve_end('taken'),
  curve_end('open'),
  entry(
    'cursor',
    ['plot_cursor', 'plot_dot', 'plot_dot_gelu', 'plot_dot_relu', 'plot_dot_gelu_tanh', 'plot_dot_gelu_sigmoid'],
    <PlotSample name="legend_cursor">
      <path d="M32 0V24" />
      <circle cx={32} cy={12} r={5} />
      <circle class="legend_eye" cx={32} cy={12} r={2} />
    </PlotSample>,
    '.plot_dot',
  ),
  entry('landmark', ['plot_annotation_ring'], in_plot('plot_annotation', <circle class="plot_annotation_ring" cx={32} cy={12} r={6} />)),
  entry(
    'guess',
    ['series_guess'],
    in_plot(
      'series series_guess',
      <>
        <path d="M32 4V20" />
        <circle class="series_taken" cx={32} cy={6} r={4} />
      </>,
    ),
  ),
  entry(
    'grid',
    ['plot_grid', 'plot_zero'],
    in_plot(
      'plot_grid',
      <>
        <path d="M12 0V24M52 0V24" />
        <g class="plot_zero">
          <path d="M32 0V24" />
        </g>
      </>,
    ),
  ),
];

const in_histograms = [
  entry(
    'bars',
    ['histogram_bars', 'histogram_pre_activation', 'histogram_hidden_gelu', 'histogram_hidden_relu', 'histogram_samples'],
    <PlotSample name="histogram_hidden_gelu">{bars}</PlotSample>,
  ),
  entry(
    'brushed',
    ['histogram_brushed', 'histogram_band'],
    <PlotSample>
      {bars}
      <rect class="histogram_band" x={16} y={0} width={28} height={24} />
      <path class="histogram_brushed" d="M18 24V12H28V24ZM32 24V16H42V24Z" />
    </PlotSample>,
  ),
  entry(
    'line',
    ['histogram_marker'],
    <PlotSample name="histogram_samples">
      {bars}
      <path class="histogram_marker" d="M30 0V24" />
    </PlotSample>,
  ),
  entry('retained', ['mask_retained'], <MaskPlot width={14} retained={[true]} attended={undefined} on_attend={() => undefined} />),
  entry('dropped', ['mask_dropped'], <MaskPlot width={14} retained={[false]} attended={undefined} on_attend={() => undefined} />),
  share('feed_forward'),
  share('attention'),
  share('norms'),
  share('embeddings'),
];

const in_the_chain = [
  entry(
    'weights',
    ['chain_cell', 'chain_plus', 'chain_minus', 'chain_non_finite'],
    in_chain(
      [0.9, 0.3, 0.6, 0.1].map((magnitude, place) => (
        <rect
          key={place}
          class={`chain_cell ${place % 2 === 0 ? 'chain_plus' : 'chain_minus'}`}
          style={{ '--share': String(magnitude) }}
          x={place * 16}
          y={4}
          width={15}
          height={15}
        />
      )),
    ),
  ),
  entry(
    'chain_chosen',
    ['chain_chosen'],
    in_chain(
      <text class="chain_number chain_chosen" x={28} y={17}>
        x
      </text>,
    ),
  ),
  entry('chain_focus', ['chain_focus'], in_chain(<rect class="chain_focus" x={27} y={1} width={10} height={22} />)),
];

/** Entries of the marks that the page's charts and number cells draw, whichever step they stand in. */
const common_legend: readonly LegendEntry[] = [...in_cells, ...on_curves, ...in_histograms, ...in_the_chain];

const is_drawn = ({ classes, figure }: LegendEntry, figures: readonly (Element | null)[]): boolean => {
  const selectors = figure === undefined ? classes.map((name) => `.${name}`) : [figure];
  const selector = selectors.map((mark) => `${mark}:not(.legend_sample *)`).join(', ');
  return figures.some((element) => element?.querySelector(selector));
};

/** Returns the entries of the drawn marks, in their order; follows the step while it is open. */
function use_drawn(entries: readonly LegendEntry[]) {
  const ref = useRef<HTMLUListElement>(null);
  const [drawn, set_drawn] = useState<readonly LegendEntry[]>([]);
  useEffect(() => {
    const step = ref.current?.closest('.panel');
    if (!step) return;
    const update = () => {
      const figures = [step, document.querySelector('.network_strip')];
      const found = entries.filter((entry) => is_drawn(entry, figures));
      set_drawn((before) => (found.length === before.length && found.every((entry, at) => entry === before[at]) ? before : found));
    };
    const observer = new MutationObserver(update);
    observer.observe(step, { childList: true, subtree: true });
    update();
    return () => observer.disconnect();
  }, [entries]);
  return { ref, drawn };
}

function Entries({ entries }: { readonly entries: readonly LegendEntry[] }) {
  const { ref, drawn } = use_drawn(entries);
  return (
    <ul ref={ref} class="legend_entries">
      {drawn.map(({ text, classes, sample }) => (
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

const no_entries: readonly LegendEntry[] = [];

/** `own`: entries of marks that only this step draws. */
export function StepLegend({ own = no_entries }: { readonly own?: readonly LegendEntry[] | undefined }) {
  const entries = useMemo(() => [...common_legend, ...own], [own]);
  return (
    <Folded title={t('legend.title')} about={t('legend.about')}>
      <Entries entries={entries} />
    </Folded>
  );
}
