/**
 * The two networks side by side: fitted curve or class probabilities, loss, accuracy and dead
 * units; and where a race has diverged.
 */
import { signal } from '@preact/signals';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { Painting, type SignColours } from '../../charts/painting.tsx';
import { Plot } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { store } from '../../numbers/store.ts';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_tick, t } from '../../words/i18n.ts';
import { Paragraph } from '../../words/message.tsx';
import { shorten } from '../../words/untrusted_text.ts';
import { grid_points } from './frame.ts';
import { undo, undo_target } from './interventions.ts';
import type { NetworkProps, RaceAnswer, RaceProps } from './race.ts';
import { networks, type Network } from './twins.ts';

export function NetworkTitle({ network }: { readonly network: Network }) {
  return (
    <>
      <SeriesSwatch kind={network} />
      {activation_names[network]}
    </>
  );
}

/** Both networks side by side; `name` is the class of both parts. */
export function Pair({
  name,
  children,
}: {
  readonly name: string;
  readonly children: (network: Network) => ComponentChildren;
}) {
  return (
    <div class="race_pair">
      {networks.map((network) => (
        <div key={network} class={`${name} ${name}_${network}`}>
          <h3 class="plot_title">
            <NetworkTitle network={network} />
          </h3>
          {children(network)}
        </div>
      ))}
    </div>
  );
}

function NonFiniteLocation({ race, network }: NetworkProps) {
  const { tensor } = race.value.non_finite[network] ?? {};
  if (tensor === undefined) return null;
  const value = (field: 'step' | 'index' | 'value') => (
    <Value of={race} path={`non_finite.${network}.${field}`} style="count" />
  );
  const values = {
    tensor: <code>{tensor}</code>,
    step: value('step'),
    index: value('index'),
    value: value('value'),
  };
  return <Paragraph id={`training.error_${network}`} values={values} />;
}

/**
 * Notice of a race that diverged to a non-finite value: where it happened, and buttons to undo the
 * last steps.
 */
function Divergence({ race }: RaceProps) {
  const { non_finite, step } = race.value;
  if (networks.every((network) => non_finite[network] === undefined)) return null;
  const target = undo_target(step);
  const { lower } = target;
  const steps = step - target.step;
  return (
    <div class="notice notice_error race_error" role="alert">
      <p>
        <strong>{t('training.error')}</strong> {t('training.error_cause')}
      </p>
      {networks.map((network) => (
        <NonFiniteLocation key={network} race={race} network={network} />
      ))}
      {step === 0 && <p>{t('training.error_at_start')}</p>}
      <div class="stepper_buttons">
        {step > 0 && <Button text={t('training.undo', { steps })} on_click={() => undo(target)} />}
        {step > 0 && lower && (
          <Button
            text={t('training.undo_lower', { steps, rate: format_tick(lower) })}
            on_click={() => undo(target, lower)}
          />
        )}
      </div>
    </div>
  );
}

type PlotProps = NetworkProps & { readonly width: number };

/**
 * Axes with a margin above and below the targets; clamps the curve at their edges; non-finite
 * values leave a gap.
 */
function FitPlot({ network, width, race }: PlotProps) {
  const { dataset, domain, range, grid, runners } = race.value;
  const height = Math.round(Math.min(420, Math.max(180, width * 0.55)));
  const room = (range[1] - range[0]) / 6;
  const x = x_scale(width, domain);
  const y = scaleLinear(
    [range[0] - room, range[1] + room],
    [height - plot_margin.bottom, plot_margin.top],
  );
  // Memoized because only the curve changes during a race.
  const dots = useMemo(() => {
    const { inputs, targets } = dataset;
    return Array.from(
      inputs.data,
      (at, row) => `M${x(at).toFixed(1)} ${y(targets?.data[row] ?? NaN).toFixed(1)}h0`,
    ).join('');
  }, [width, dataset]);
  const clamped = (value: number) => Math.min(height, Math.max(0, y(value)));
  const path = line<number>((_, place) => x(grid.data[place] ?? 0), clamped).defined(
    Number.isFinite,
  );
  return (
    <Plot class="race_fit" width={width} height={height} x={x} y={y} format_x={format_tick}>
      <path class="race_points" d={dots} />
      <g class={`series series_${network}`}>
        <path d={path(Array.from(runners[network].fitted.data)) ?? ''} />
      </g>
    </Plot>
  );
}

const side = grid_points.surface;

/** Index of the class whose probability is shown; initially the second one. */
const chosen_class = signal(1);
const most_classes = 8;

const class_shown = ({ classes }: RaceAnswer['value']) =>
  Math.min(chosen_class.value, Math.max(0, classes.length - 1));

const rgba = (colour: string) => [...(colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number), 255];

/**
 * Paints the probabilities. In the grid the last axis varies fastest and goes up, but the pixel
 * rows go down.
 */
function paint_surface(
  pixels: ImageData,
  { race, network }: PlotProps,
  shown_class: number,
  { minus, zero, plus }: SignColours,
): void {
  const { classes, runners } = race.value;
  const colour = scaleLinear<number[]>([0, 0.5, 1], [minus, zero, plus].map(rgba)).unknown([
    0, 0, 0, 0,
  ]); // transparent
  for (let place = 0; place < side * side; place++) {
    const [column, row] = [Math.floor(place / side), side - 1 - (place % side)];
    pixels.data.set(
      colour(runners[network].fitted.data[place * classes.length + shown_class] ?? NaN),
      (row * side + column) * 4,
    );
  }
}

/** Paints examples of the shown class as discs, the others as squares. */
function paint_points(
  context: CanvasRenderingContext2D,
  { race }: PlotProps,
  shown_class: number,
  colours: SignColours,
): void {
  const { inputs, labels } = race.value.dataset;
  const size = context.canvas.width;
  const scale = scaleLinear(race.value.domain, [0, size]);
  const radius = size / 110;
  context.lineWidth = radius / 3;
  context.strokeStyle = colours.outlier;
  for (const [row, label] of labels?.entries() ?? []) {
    const own = label === shown_class;
    const [x, y] = [scale(inputs.data[2 * row] ?? 0), size - scale(inputs.data[2 * row + 1] ?? 0)];
    context.fillStyle = own ? colours.plus : colours.minus;
    context.beginPath();
    if (own) context.arc(x, y, radius * 1.1, 0, 2 * Math.PI);
    else context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    context.fill();
    context.stroke();
  }
}

function SurfacePlot(props: PlotProps) {
  const { network, width, race } = props;
  const { classes, dataset, runners } = race.value;
  const shown_class = class_shown(race.value);
  const label = t('training.surface_of', {
    network: activation_names[network],
    name: shorten(classes[shown_class] ?? ''),
  });
  const grid = useRef<HTMLCanvasElement>(undefined);
  const size = Math.min(width, 640);
  const paint = (canvas: HTMLCanvasElement, colours: SignColours) => {
    const context = canvas.getContext('2d');
    grid.current ??= Object.assign(document.createElement('canvas'), { width: side, height: side });
    const small = grid.current.getContext('2d');
    if (!context || !small) return;
    const pixels = small.createImageData(side, side);
    paint_surface(pixels, props, shown_class, colours);
    small.putImageData(pixels, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    // Paler than the markers on top.
    context.globalAlpha = 0.6;
    context.drawImage(grid.current, 0, 0, canvas.width, canvas.height);
    context.globalAlpha = 1;
    paint_points(context, props, shown_class, colours);
  };
  const dependencies = [dataset, runners[network].fitted, shown_class];
  return (
    <Painting
      class="race_surface"
      width={size}
      height={size}
      largest_ratio={2}
      label={label}
      paint={paint}
      dependencies={dependencies}
    />
  );
}

function Picture(props: NetworkProps) {
  const { ref, width } = use_width<HTMLDivElement>(320);
  const { picture } = props.race.value;
  return (
    <div ref={ref} class="race_picture">
      {picture === 'curve' && <FitPlot {...props} width={width} />}
      {picture === 'surface' && <SurfacePlot {...props} width={width} />}
    </div>
  );
}

/** Parts of the export: the inputs, and the predictions or probabilities of each network. */
const picture_parts = { x: 'grid', gelu: 'runners.gelu.fitted', relu: 'runners.relu.fitted' };

function Results({ network, race }: NetworkProps) {
  const path = `runners.${network}` as const;
  const rows = {
    loss: <Value of={race} path={`${path}.data_loss`} style="statistic" />,
    ...(race.value.dataset.labels && {
      accuracy: <Value of={race} path={`${path}.data_accuracy`} style="percent" />,
    }),
    dead: [
      <Value of={race} path={`${path}.dead_count`} style="count" />,
      ' / ',
      <Value of={race} path="units" style="count" />,
    ],
  };
  return (
    <dl class="race_results">
      {Object.entries(rows).map(([name, numbers]) => (
        <div key={name}>
          <dt>{t(`training.${name as keyof typeof rows}`)}</dt>
          <dd>{numbers}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Runners({ race }: RaceProps) {
  const { picture, classes } = race.value;
  const shown_class = class_shown(race.value);
  // Only the data sets of the core have noise.
  const own = picture === 'curve' && store.train_data.value === 'own';
  const text = t(`training.picture_${own ? 'own' : picture}_text`, {
    name: shorten(classes[shown_class] ?? ''),
  });
  const figure = {
    name: 'race_pictures',
    title: t(`training.picture_${picture}`),
    description: text,
  };
  return (
    <>
      <Divergence race={race} />
      {picture === 'surface' && classes.length > 2 && (
        <Choice
          legend={t('training.class')}
          values={Array.from(classes.keys()).slice(0, most_classes)}
          label={(index) => shorten(classes[index] ?? '')}
          value={shown_class}
          on_choose={(index) => (chosen_class.value = index)}
        />
      )}
      <FigureFrame
        {...figure}
        drawing={picture !== 'none'}
        data={() => (picture === 'none' ? undefined : figure_of(race, { parts: picture_parts }))}
      >
        <Pair name="race_runner">
          {(network) => (
            <>
              <Picture network={network} race={race} />
              <Results network={network} race={race} />
            </>
          )}
        </Pair>
      </FigureFrame>
      <p class="hint">{text}</p>
    </>
  );
}
