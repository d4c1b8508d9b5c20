/** Legend of the page's drawings: each entry is a sample, drawn with the classes that it explains. Its text is `glossary.symbol_<id>`. */
import { ShareSwatch } from '../../charts/share_bar.tsx';
import { PlotSample, sample_cell as cell } from '../../controls/legend.tsx';
import type { LegendEntry } from '../../controls/legend.tsx';
// The styles of the drawings that the samples repeat.
import '../activation/activation.css';
import '../block/block.css';
import '../block/diagram.css';
import '../cost/cost.css';
import '../dropout/dropout.css';
import '../feed_forward/trace.css';
import '../hidden/hidden.css';
import '../independence/independence.css';

const curve = (name: string) => (
  <PlotSample>
    <g class={`series series_${name}`}>
      <path d="M2 18C20 18 30 20 62 3" />
    </g>
  </PlotSample>
);

/** Two segments of the block's stream: a larger standard deviation is a thicker line. */
function Stream() {
  return (
    <svg class="block_diagram legend_block" width={64} height={24} viewBox="0 0 64 24">
      <path class="block_stream" d="M2 12H32" stroke-width={2} />
      <path class="block_stream" d="M32 12H62" stroke-width={7} />
    </svg>
  );
}

/** A guessed point, and the line from it to the curve. */
function Guess() {
  return (
    <PlotSample>
      <g class="series series_guess">
        <path d="M32 4V20" />
        <circle class="series_taken" cx={32} cy={6} r={4} />
      </g>
    </PlotSample>
  );
}

const relu_end = (kind: 'taken' | 'open') => (
  <PlotSample>
    <g class="series series_relu">
      <path d={kind === 'taken' ? 'M2 12H32' : 'M32 12H62'} />
      <circle class={`series_${kind}`} cx={32} cy={12} r={4} />
    </g>
  </PlotSample>
);

const bars = 'M4 24V14H14V24ZM18 24V4H28V24ZM32 24V9H42V24ZM46 24V18H56V24Z';

const in_cells = {
  cell_plus: { classes: ['cell_plus'], sample: cell('cell_plus', 0.9, '+') },
  cell_minus: { classes: ['cell_minus'], sample: cell('cell_minus', 0.9, '−') },
  cell_zero: { classes: ['cell_zero'], sample: cell('cell_zero', 0, '0') },
  cell_error: { classes: ['cell_non_finite'], sample: cell('cell_non_finite', 0, 'NaN') },
  cell_linked: {
    classes: ['cell_linked', 'mask_attended', 'row_attended', 'heat_map_attended'],
    sample: cell('cell_plus cell_linked', 0.3, '+'),
  },
  cell_pinned: { classes: ['cell_pinned'], sample: cell('cell_plus cell_pinned', 0.3, '+') },
  scale: { classes: ['scale_bar', 'heat_map'], sample: <span class="scale_bar" /> },
  heat_row: {
    classes: ['heat_map_window', 'heat_map_cells'],
    sample: (
      <svg class="heat_map_window" width={64} height={24} viewBox="0 0 64 24">
        <rect x={1} y={7} width={62} height={10} />
        <rect x={20} y={7} width={20} height={10} class="heat_map_cells" />
      </svg>
    ),
  },
  step: { classes: ['step_arrow'], sample: <span class="step_arrow" /> },
  branch: {
    classes: ['branch_gelu', 'branch_relu'],
    sample: (
      <span class="legend_branches">
        <span class="legend_solid" />
        <span class="legend_dashed" />
      </span>
    ),
  },
  blank: { classes: ['cell_blank'], sample: cell('cell_zero cell_blank', 0, '0') },
  stage_now: { classes: ['stage_now'], sample: <span class="stage_now legend_stage" /> },
  stage_pending: { classes: ['stage_pending'], sample: <span class="stage_pending legend_stage">{cell('cell_plus', 0.9, '+')}</span> },
  skeleton: { classes: ['skeleton', 'waiting_cells'], sample: <span class="skeleton" /> },
} satisfies Record<string, LegendEntry>;

const on_curves = {
  curve_gelu: { classes: ['series_gelu', 'plot_label_gelu', 'word_gelu'], sample: curve('gelu') },
  curve_gelu_tanh: { classes: ['series_gelu_tanh', 'plot_label_gelu_tanh', 'word_gelu_tanh'], sample: curve('gelu_tanh') },
  curve_gelu_sigmoid: {
    classes: ['series_gelu_sigmoid', 'plot_label_gelu_sigmoid', 'word_gelu_sigmoid'],
    sample: curve('gelu_sigmoid'),
  },
  curve_relu: { classes: ['series_relu', 'plot_label_relu', 'word_relu'], sample: curve('relu') },
  end_taken: { classes: ['series_taken'], sample: relu_end('taken') },
  end_open: { classes: ['series_open'], sample: relu_end('open') },
  cursor: {
    classes: ['plot_cursor', 'plot_dot', 'plot_dot_gelu', 'plot_dot_relu', 'plot_dot_gelu_tanh', 'plot_dot_gelu_sigmoid'],
    sample: (
      <PlotSample name="legend_cursor">
        <path d="M32 0V24" />
        <circle cx={32} cy={12} r={5} />
        <circle class="legend_eye" cx={32} cy={12} r={2} />
      </PlotSample>
    ),
  },
  landmark: {
    classes: ['plot_annotation_ring'],
    sample: (
      <PlotSample>
        <g class="plot_annotation">
          <circle class="plot_annotation_ring" cx={32} cy={12} r={6} />
        </g>
      </PlotSample>
    ),
  },
  guess: { classes: ['series_guess'], sample: <Guess /> },
  grid: {
    classes: ['plot_grid', 'plot_zero'],
    sample: (
      <PlotSample>
        <g class="plot_grid">
          <path d="M12 0V24M52 0V24" />
          <g class="plot_zero">
            <path d="M32 0V24" />
          </g>
        </g>
      </PlotSample>
    ),
  },
} satisfies Record<string, LegendEntry>;

const in_histograms = {
  bars: {
    classes: ['histogram_bars', 'histogram_pre_activation', 'histogram_hidden_gelu', 'histogram_hidden_relu', 'histogram_samples'],
    sample: (
      <PlotSample name="histogram_hidden_gelu">
        <path class="histogram_bars" d={bars} />
      </PlotSample>
    ),
  },
  brushed: {
    classes: ['histogram_brushed', 'histogram_band'],
    sample: (
      <PlotSample>
        <path class="histogram_bars" d={bars} />
        <rect class="histogram_band" x={16} y={0} width={28} height={24} />
        <path class="histogram_brushed" d="M18 24V12H28V24ZM32 24V16H42V24Z" />
      </PlotSample>
    ),
  },
  line: {
    classes: ['histogram_marker'],
    sample: (
      <PlotSample name="histogram_samples">
        <path class="histogram_bars" d={bars} />
        <path class="histogram_marker" d="M30 0V24" />
      </PlotSample>
    ),
  },
  retained: { classes: ['mask_retained'], sample: <span class="mask legend_square">{<span class="mask_retained" />}</span> },
  dropped: { classes: ['mask_dropped'], sample: <span class="mask legend_square">{<span class="mask_dropped" />}</span> },
} satisfies Record<string, LegendEntry>;

const in_chain_and_block = {
  weights: {
    classes: ['chain_cell', 'chain_plus', 'chain_minus', 'chain_non_finite'],
    sample: (
      <svg class="chain legend_chain" width={64} height={24} viewBox="0 0 64 24">
        {[0.9, 0.3, 0.6, 0.1].map((share, place) => (
          <rect
            key={place}
            class={`chain_cell ${place % 2 === 0 ? 'chain_plus' : 'chain_minus'}`}
            style={{ '--share': String(share) }}
            x={place * 16}
            y={4}
            width={15}
            height={15}
          />
        ))}
      </svg>
    ),
  },
  chain_chosen: {
    classes: ['chain_chosen'],
    sample: (
      <svg class="chain legend_chain" width={64} height={24} viewBox="0 0 64 24">
        <text class="chain_number chain_chosen" x={28} y={17}>
          x
        </text>
      </svg>
    ),
  },
  chain_focus: {
    classes: ['chain_focus'],
    sample: (
      <svg class="chain legend_chain" width={64} height={24} viewBox="0 0 64 24">
        <rect class="chain_focus" x={27} y={1} width={10} height={22} />
      </svg>
    ),
  },
  block_stream: { classes: ['block_stream', 'block_shortcut', 'block_tip'], sample: <Stream /> },
  block_box: {
    classes: ['block_box', 'block_box_selected', 'block_box_linked', 'block_row_selected', 'block_row_linked', 'block_frame_linked'],
    sample: (
      <svg class="block_diagram legend_block" width={64} height={24} viewBox="0 0 64 24">
        <g class="block_box block_box_selected">
          <rect class="block_shape" x={14} y={3} width={36} height={18} rx={4} />
        </g>
      </svg>
    ),
  },
  term_bar: {
    classes: ['term_bar', 'term_minus'],
    sample: (
      <span class="legend_terms">
        <span class="term_bar" style={{ '--share': '0.9' }} />
        <span class="term_bar term_minus" style={{ '--share': '0.5' }} />
      </span>
    ),
  },
  editable: { classes: ['editable', 'editable_changed'], sample: <span class="editable legend_editable">w</span> },
} satisfies Record<string, LegendEntry>;

const elsewhere = {
  changed: { classes: ['changed', 'unchanged'], sample: <span class="legend_changed">≠</span> },
  printed: { classes: ['printed'], sample: <s class="printed">abc</s> },
  replaced: { classes: ['replaced'], sample: <span class="legend_replaced" /> },
  share_feed_forward: { classes: ['share_feed_forward'], sample: <ShareSwatch name="feed_forward" /> },
  share_attention: { classes: ['share_attention'], sample: <ShareSwatch name="attention" /> },
  share_norms: { classes: ['share_norms'], sample: <ShareSwatch name="norms" /> },
  share_embeddings: { classes: ['share_embeddings'], sample: <ShareSwatch name="embeddings" /> },
  running: { classes: ['badge_dot'], sample: <span class="badge_dot legend_dot" /> },
  term: { classes: ['term_link'], sample: <u class="legend_term">abc</u> },
  tick: { classes: ['guide_tick', 'guide_tick_done'], sample: <span class="guide_tick guide_tick_done">✓</span> },
} satisfies Record<string, LegendEntry>;

export const legend = { ...in_cells, ...on_curves, ...in_histograms, ...in_chain_and_block, ...elsewhere } as const;
export type LegendId = keyof typeof legend;
export const legend_ids = Object.keys(legend) as LegendId[];
