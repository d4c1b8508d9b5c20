/**
 * The contributions of the hidden units to the curve of their network: a small plot for each
 * network, whose thin lines add up to the thick one.
 */
import { CurvePlot, x_scale, y_scale, type Point, type Series } from '../../charts/curve_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Slider } from '../../controls/slider.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import {
  curve_limits,
  fit_steps,
  fit_widths,
  fitted_networks,
  type FittedNetwork,
} from './drawn_curve.ts';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { Message } from '../../controls/message.tsx';
import { fit } from './curves.tsx';
import {
  chosen_unit,
  fitted_series,
  network_name,
  pause,
  play,
  playing,
  shown_frame,
  unit_lines,
  shown_parts,
} from './fit_state.ts';
import type { Fit } from './fit_state.ts';
import { place_in } from '../../controls/place_in.ts';

const { limit } = curve_limits;
const height = 130;
const domain = [-limit, limit] as const;
/** Some units add more, and others take it away again. */
const range = [-2 * limit, 2 * limit] as const;

const shown_unit = () => Math.min(chosen_unit.value, store.fit_width.value - 1);

/** Returns the unit whose line is nearest to the pointer. */
function unit_at(
  event: MouseEvent & { readonly currentTarget: Element },
  lines: readonly Point[][],
  width: number,
): number {
  const place = place_in(event.currentTarget, event);
  const x = x_scale(width, domain).invert(place.x);
  const y = y_scale(height, range).invert(place.y);
  const after = lines[0]?.findIndex(([at]) => at >= x) ?? 0;
  const distances = lines.map((line) => Math.abs((line[Math.max(0, after)]?.[1] ?? NaN) - y));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

function UnitPlot({ answer, network }: { readonly answer: Fit; readonly network: FittedNetwork }) {
  const { ref, width } = use_width<HTMLDivElement>(240);
  const lines = unit_lines(answer, network);
  const series: Series[] = [
    { name: 'unit', pieces: lines },
    ...fitted_series(answer).filter(({ name }) => name === network),
    { name: 'unit_chosen', pieces: lines.slice(shown_unit(), shown_unit() + 1) },
  ];
  const choose = (event: MouseEvent & { readonly currentTarget: Element }) =>
    (chosen_unit.value = unit_at(event, lines, width));
  const rest = (
    <Value of={answer} path={`frames.${shown_frame.value}.${network}.rest`} style="hundredths" />
  );
  return (
    <div class={`fit_units fit_units_${network}`}>
      <h4 class="plot_title">
        <SeriesSwatch kind={network} />
        <Message id="activation.fit_sum" values={{ network: network_name(network), rest }} />
      </h4>
      <div
        ref={ref}
        onClick={choose}
        onPointerMove={(event) => event.pointerType === 'mouse' && choose(event)}
      >
        <CurvePlot
          name="fit_units"
          width={width}
          height={height}
          series={series}
          format_tick={format_tick}
          x_domain={domain}
          y_domain={range}
          labels={[]}
        />
      </div>
    </div>
  );
}

function Player() {
  const move = (to: number) => {
    pause();
    store.fit_step.value = to;
  };
  const { value } = store.fit_step;
  const steps = {
    smallest: 0,
    largest: fit_steps.last,
    step: fit_steps.interval,
    value,
    shown: format_count(value),
  };
  return (
    <div class="fit_player" role="group" aria-label={t('activation.fit_player')}>
      <Button
        text={t(playing.value ? 'stage.pause' : 'activation.fit_play')}
        on_click={() => (playing.value ? pause() : play())}
      />
      <Slider {...steps} label={t('activation.fit_step')} on_value={move} />
    </div>
  );
}

function UnitChoice() {
  const value = shown_unit();
  const units = {
    smallest: 0,
    largest: store.fit_width.value - 1,
    value,
    shown: format_count(value),
  };
  return (
    <div class="fit_player">
      <Slider
        {...units}
        label={t('activation.fit_unit')}
        on_value={(unit) => (chosen_unit.value = unit)}
      />
    </div>
  );
}

export function FitUnits() {
  const { answer } = fit.value;
  const title = t('activation.units_title');
  return (
    <>
      <Choice
        legend={t('activation.fit_width')}
        values={fit_widths}
        label={format_count}
        of={store.fit_width}
      />
      <Player />
      <UnitChoice />
      <FigureFrame
        name="activation_units"
        title={title}
        described_by="activation_units_text"
        drawing
        data={() => figure_of(answer, { parts: shown_parts('units', 'rest') })}
      >
        <div class="fit_parts">
          {answer &&
            fitted_networks.map((network) => (
              <UnitPlot key={network} answer={answer} network={network} />
            ))}
        </div>
      </FigureFrame>
      <p id="activation_units_text" class="hint">
        {t('activation.units_text')}
      </p>
    </>
  );
}
