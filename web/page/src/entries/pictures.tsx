/**
 * Small pictures of the steps for the contents of the start page, drawn by their charts from the
 * core's numbers when the page is built.
 */
import { signal } from '@preact/signals';
import type { Lab, Tensor } from 'ffn-lab';
import { renderToString } from 'preact-render-to-string';
import { ChainFigure } from '../charts/chain_figure.tsx';
import { CurvePlot, type Point } from '../charts/curve_plot.tsx';
import { HistogramPlot } from '../charts/histogram_plot.tsx';
import { MaskPlot } from '../charts/mask_plot.tsx';
import { chapter, notebook_batch } from '../compute/examples.ts';
import type { Given } from '../compute/recipe.ts';
import { make_scope } from '../compute/scope.ts';
import { transposed } from '../compute/tensors.ts';
import { make_session, type Reader } from '../language_model/session.ts';
import type { State } from '../state/state.ts';
import { fit } from '../steps/activation/recipe.ts';
import { by_depth } from '../steps/backward/recipe.ts';
import type { CourseStepName } from '../steps/index.ts';
import {
  facts,
  first_maps,
  grid,
  learning,
  memory,
  rewriting,
  type Picture,
} from './map_pictures.tsx';

const size = { width: 200, height: 112 };
const none = () => undefined;
const empty = () => '';

const curves = (
  series: Readonly<Record<string, readonly Point[]>>,
  y: readonly [number, number],
) => {
  const points = Object.values(series).flat();
  const x = points.map(([at]) => at);
  return (
    <CurvePlot
      name="picture"
      {...size}
      series={Object.entries(series).map(([name, piece]) => ({ name, pieces: [piece] }))}
      labels={[]}
      x_domain={[Math.min(...x), Math.max(...x)]}
      y_domain={y}
      format_tick={empty}
    />
  );
};

const histogram = (lab: Lab, values: Tensor, name: string) => (
  <HistogramPlot
    name={name}
    {...size}
    histogram={lab.histogram(values, { bins: 32 })}
    brushed={undefined}
    format_tick={empty}
    format_count={empty}
  />
);

/** Only the parts of the state that a recipe reads. */
const given = (lab: Lab) => ({ lab }) as Given;
const state = (parts: Partial<State>) => parts as State;

/** The line of the token vectors, two parts beside it, and their sums. */
const block: Picture = () => (
  <svg class="parts_lines" viewBox="0 0 200 112">
    <path d="M8 84H192" />
    {[24, 112].map((left) => (
      <g key={left}>
        <path d={`M${left + 8} 84V48M${left + 56} 48V74`} />
        <rect class="parts_sample" x={left} y={20} width={64} height={28} rx={4} />
        <circle class="parts_sum" cx={left + 56} cy={84} r={9} />
        <path class="parts_plus" d={`M${left + 51} 84h10m-5 -5v10`} />
      </g>
    ))}
  </svg>
);

const feed_forward: Picture = ({ lab }) => {
  const { ffn, x } = chapter(lab);
  const { pre_activation, hidden, output } = ffn.trace(x);
  const { w1, w2 } = ffn.weights();
  const first = ({ data }: Tensor, count: number) => ({
    values: data.subarray(0, count),
    limit: lab.summarize({ data, shape: [data.length] }).largest_finite_magnitude,
    attributes: () => ({}),
  });
  return (
    <ChainFigure
      on_output={() => undefined}
      output_feature={undefined}
      width={200}
      compact
      x={first(x, 4)}
      w1={{ ...first(transposed(w1), 32), rows: 4, columns: 8 }}
      pre_activation={first(pre_activation, 8)}
      hidden={first(hidden, 8)}
      w2={{ ...first(w2, 32), rows: 4, columns: 8 }}
      output={first(output, 4)}
      activation=""
      feature={undefined}
      unit={signal(undefined)}
      format={empty}
      on_unit={none}
      on_pin={none}
      on_x={none}
    />
  );
};

const activation: Picture = ({ lab }) => {
  const x = Float32Array.from({ length: 49 }, (_, index) => (index - 24) / 8);
  const points = (kind: 'gelu' | 'relu') => {
    const { value } = lab.activation(kind, x);
    return Array.from(x, (at, index): Point => [at, value[index] ?? NaN]);
  };
  return curves({ relu: points('relu'), gelu: points('gelu') }, [-0.5, 3]);
};

const hidden: Picture = async ({ lab, session }) =>
  histogram(lab, (await session.facts('gelu')).hidden(), 'hidden');

const independence: Picture = ({ lab }) => {
  const { ffn, x } = notebook_batch(lab);
  const before = ffn.trace(x).hidden;
  const changed = { ...x, data: x.data.map((value, index) => (index >> 3 === 2 ? -value : value)) };
  const after = ffn.trace(changed).hidden;
  const difference = after.data.map((value, index) => value - (before.data[index] ?? NaN));
  const first = { data: difference.subarray(0, 5 * 32), shape: [5, 32] };
  return grid(first, lab.summarize(first).largest_finite_magnitude);
};

/** Points over 0, 1, 2, … */
const over_index = (values: ArrayLike<number>) =>
  Array.from(values, (value, index): Point => [index, value]);

const backward: Picture = ({ lab }) => {
  const found = by_depth(given(lab), state({ depth: 12, depth_norm: 'none' }));
  const { with_shortcuts: relu, without_shortcuts: gelu } = found;
  return curves({ relu: over_index(relu), gelu: over_index(gelu) }, [
    0,
    Math.max(...relu, ...gelu),
  ]);
};

const training: Picture = ({ lab }) => {
  const { frames } = fit(given(lab), {
    fit_curve: 'sine',
    fit_points: undefined,
    fit_width: 32,
    train_seed: 0,
  });
  const losses = (name: 'gelu' | 'relu') => over_index(frames.map((frame) => frame[name].loss));
  const series = { relu: losses('relu'), gelu: losses('gelu') };
  return curves(series, [
    0,
    Math.max(
      ...Object.values(series)
        .flat()
        .map(([, loss]) => loss),
    ),
  ]);
};

const dropout: Picture = ({ lab }) => {
  const network = lab.FeedForward({ d_model: 8, d_ff: 40, dropout: 0.3, seed: 0 });
  const x = { data: new Float32Array(8), shape: [1, 8] };
  const { mask } = network.trace(x, { dropout_rng: lab.RandomState(0) });
  const retained = Array.from(mask?.data ?? [], (factor) => factor > 0);
  return <MaskPlot width={160} retained={retained} attended={undefined} on_attend={none} />;
};

const cost: Picture = ({ lab }) => {
  const counts = lab.ratio_costs({ d_model: 256 }).map(({ parameters }) => parameters);
  const edges = Float64Array.from({ length: counts.length + 1 }, (_, index) => index);
  return (
    <HistogramPlot
      name="hidden"
      {...size}
      histogram={{ edges, counts: Int32Array.from(counts), below: 0, above: 0, nan: 0 }}
      brushed={undefined}
      format_tick={empty}
      format_count={empty}
    />
  );
};

const pictures: Record<CourseStepName, Picture> = {
  facts,
  block,
  feed_forward,
  activation,
  hidden,
  independence,
  memory,
  rewriting,
  backward,
  learning,
  training,
  dropout,
  cost,
};

/** Takes the drawing out of a chart, without its texts, as a symbol. */
function symbol_of(name: string, html: string): string {
  const [, attributes = '', content = ''] = /<svg([^>]*)>([^]*?)<\/svg>/.exec(html) ?? [];
  const [, box = ''] = / viewBox="([^"]*)"/.exec(attributes) ?? [];
  const [, names = ''] = / class="([^"]*)"/.exec(attributes) ?? [];
  if (box === '') throw new Error(`the picture of ${name} is no drawing: ${html.slice(0, 200)}`);
  const drawn = content
    .replace(/<text[^]*?<\/text>/g, '')
    .replace(/(\d\.\d)\d+/g, '$1')
    // The content security policy allows no style in the page's text; see .picture_drawing.
    .replace(/ style="--share:\s*([\d.]+);?"/g, ' opacity="$1"')
    .replace(/ style="[^"]*"/g, '')
    .replace(/ data-(?!kind)[\w-]+="[^"]*"/g, '');
  return `<symbol id="picture_${name}" viewBox="${box}"><g class="picture_drawing ${names}">${drawn}</g></symbol>`;
}

/** Returns the pictures as symbols of one hidden drawing, `picture_STEP`. */
export async function render_pictures(lab: Lab, readFile: Reader): Promise<string> {
  const scope = make_scope(lab);
  const session = make_session({ lab: scope.lab, readFile });
  // All pictures show the same model.
  const facts_model = session.facts('gelu');
  const source = { lab: scope.lab, session: { ...session, facts: () => facts_model } };
  const symbols = [];
  for (const [name, picture] of Object.entries({ ...pictures, ...first_maps }))
    symbols.push(symbol_of(name, renderToString(await picture(source))));
  scope.dispose();
  return `<svg class="pictures" aria-hidden="true">${symbols.join('')}</svg>`;
}
