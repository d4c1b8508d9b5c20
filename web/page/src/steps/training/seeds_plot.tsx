/** The results of all seeds on one axis: a point for each run, and a box of the quartiles. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { log_ticks, Plot } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { activation_names } from '../../words/activation_names.ts';
import { format_number, t } from '../../words/i18n.ts';
import { both, networks, type Both, type Network } from './twins.ts';
import type { SeedsAnswer } from './seeds_state.ts';

export type FoundProps = { readonly found: SeedsAnswer };

const row_y = { gelu: 32, relu: 88 };
const height = 144;
const y = scaleLinear([120, 8]);
const margin = { left: 64, right: 28 };
const box_height = 24;
const dot = 4.5;

/** Logarithmic for losses, unless one is zero; linear from at most 0.9 up to 1 for shares. */
function x_axis(values: readonly number[], measure: 'loss' | 'accuracy', width: number) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = [margin.left, width - margin.right];
  if (measure === 'loss' && low > 0) {
    const x = scaleLog([low / 1.25, high * 1.25], range);
    return { x, x_ticks: log_ticks(x, width / 110) };
  }
  const x = scaleLinear(measure === 'loss' ? [0, high || 1] : [Math.min(low, 0.9), 1], range);
  return { x, x_ticks: x.ticks(Math.min(6, width / 110)) };
}

/**
 * Positions of the runs by seed, without non-finite values, and of the lower quartile, the median
 * and the upper quartile.
 */
type RunsProps = {
  readonly network: Network;
  readonly runs: readonly number[];
  readonly box: readonly number[];
};

function Runs({ network, runs, box: [low = NaN, median, high = NaN] }: RunsProps) {
  const at_y = row_y[network];
  const diamond = (x: number) =>
    `M${x} ${at_y - dot - 1}L${x + dot + 1} ${at_y}L${x} ${at_y + dot + 1}L${x - dot - 1} ${at_y}Z`;
  return (
    <g class={`seeds_row seeds_${network}`} data-kind={network}>
      <text
        class="seeds_label word"
        data-kind={network}
        x={margin.left - 12}
        y={at_y}
        dy="0.35em"
        text-anchor="end"
      >
        {activation_names[network]}
      </text>
      {Number.isFinite(high - low) && (
        <>
          <rect
            class="seeds_box"
            x={low}
            y={at_y - box_height / 2}
            width={Math.max(1, high - low)}
            height={box_height}
          />
          <path
            class="seeds_median"
            d={`M${median} ${at_y - box_height / 2 - 4}V${at_y + box_height / 2 + 4}`}
          />
        </>
      )}
      {runs
        .filter(Number.isFinite)
        .map((x, index) =>
          network === 'gelu' ? (
            <circle key={index} cx={x} cy={at_y} r={dot} />
          ) : (
            <path key={index} d={diamond(x)} />
          ),
        )}
    </g>
  );
}

/** A line between both networks for each seed. */
function SeedPairs({ runs }: { readonly runs: Both<readonly number[]> }) {
  return runs.gelu.map((gelu, seed) => {
    const relu = runs.relu[seed] ?? NaN;
    const line = `M${gelu} ${row_y.gelu}L${relu} ${row_y.relu}`;
    return Number.isFinite(gelu + relu) && <path key={seed} class="seeds_pair" d={line} />;
  });
}

/** Counts of dead units are small integers, whose dots would overlap: only the table shows them. */
export function SeedsPlot({
  found,
  measure,
}: FoundProps & { readonly measure: 'loss' | 'accuracy' }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const { ends, spread } = found.value;
  const values = both((network) => ends[network].map((end) => end[measure] ?? NaN));
  const finite = [...values.gelu, ...values.relu].filter(Number.isFinite);
  const { x, x_ticks } = x_axis(finite, measure, width);
  const style = measure === 'accuracy' ? 'percent' : 'limit';
  const runs = both((network) => values[network].map((value) => x(value)));
  return (
    <div ref={ref}>
      <h4 class="plot_title">{t(`training.seeds_plot_${measure}`)}</h4>
      {finite.length > 0 && (
        <Plot
          class="seeds_plot"
          width={width}
          height={height}
          x={x}
          y={y}
          x_ticks={x_ticks}
          y_ticks={[]}
          format_x={(value) => format_number(value, style)}
        >
          <g class="plot_grid">
            <path d={`M${margin.left} ${y.range()[0]}H${width - margin.right}`} />
          </g>
          <SeedPairs runs={runs} />
          {networks.map((network) => (
            // The percentiles are 0, 25, 50, 75, 100.
            <Runs
              key={network}
              network={network}
              runs={runs[network]}
              box={Array.from(spread[network][measure] ?? [], x).slice(1, 4)}
            />
          ))}
        </Plot>
      )}
    </div>
  );
}
