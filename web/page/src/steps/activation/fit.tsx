/**
 * A curve that the reader draws, fitted by three networks: without an activation, with ReLU and
 * with GELU.
 */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { CurvePlot, x_scale, y_scale, type Series } from '../../charts/curve_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { announce } from '../../controls/announcer.ts';
import { Choice } from '../../controls/choice.tsx';
import { Folded } from '../../controls/folded.tsx';
import { Heading } from '../../controls/heading.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { DrawingPad, type Place } from '../../controls/pad.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { curve_limits, fit_curves, fitted_networks, to_drawn, with_stroke } from './drawn_curve.ts';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_tick, t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';
import { fit } from './curves.tsx';
import { points_of } from './data.ts';
import {
  choose_curve,
  curve_points,
  draw_points,
  shown_parts,
  fitted_series,
  network_name,
  pause,
  shown_frame,
} from './fit_state.ts';
import { FitUnits } from './fit_units.tsx';
import './fit.css';

const { points: count, limit } = curve_limits;
const domain = { x: [-limit, limit], y: [-1.1 * limit, 1.1 * limit] } as const;
const key_steps = { small: 0.1, large: 0.5 };

function draw(place: Place, before: Place | undefined): boolean {
  const points = curve_points.peek();
  if (points.length > 0) draw_points(with_stroke(points, place, before));
  return points.length > 0;
}

/** Moves the key cursor to another point, or that point up or down. */
function move_by_arrow(
  index: Signal<number>,
  [right, up]: readonly [number, number],
  large: boolean,
): void {
  const points = curve_points.peek();
  const y = points[index.peek()];
  if (y === undefined) return;
  index.value = Math.min(count - 1, Math.max(0, index.peek() + right));
  if (up !== 0)
    draw_points(
      points.with(index.peek(), to_drawn(y + up * (large ? key_steps.large : key_steps.small))),
    );
  const x = fit.peek().answer?.value.dataset.inputs.data[index.peek()];
  announce(
    t('activation.fit_point', {
      x: format_tick(x ?? NaN),
      y: format_tick(curve_points.peek()[index.peek()] ?? NaN),
    }),
  );
}

export function FitPad({ described_by }: { readonly described_by: string }) {
  const { ref, width } = use_width<HTMLDivElement>(420);
  const index = useSignal((count - 1) / 2);
  const { answer } = fit.value;
  const height = Math.round(Math.max(200, width * 0.5));
  const x = answer?.value.dataset.inputs.data ?? [];
  const at = points_of(x, curve_points.value);
  const drawn: Series = {
    name: 'drawn',
    pieces: [],
    ends: at.map((point) => ({ at: point, taken: true })),
    cursor: at[index.value],
  };
  return (
    <div ref={ref}>
      <DrawingPad
        class="fit_pad"
        width={width}
        height={height}
        described_by={described_by}
        draw={draw}
        x={x_scale(width, domain.x)}
        y={y_scale(height, domain.y)}
        label={t('activation.fit_pad')}
        on_arrow={(step, large) => move_by_arrow(index, step, large)}
      >
        <CurvePlot
          name="fit"
          width={width}
          height={height}
          x_domain={domain.x}
          y_domain={domain.y}
          format_tick={format_tick}
          series={[...(answer ? fitted_series(answer) : []), drawn]}
          labels={[]}
          cursor_x={x[index.value] ?? NaN}
        />
      </DrawingPad>
    </div>
  );
}

export function CurveChoice() {
  const drawn = store.fit_points.value !== undefined;
  return (
    <Choice
      legend={t('activation.fit_curve')}
      quiet
      values={drawn ? [...fit_curves, 'drawn' as const] : fit_curves}
      label={(name) => t(`activation.fit_curve_${name}`)}
      value={drawn ? ('drawn' as const) : store.fit_curve.value}
      on_choose={(name) => name !== 'drawn' && choose_curve(name)}
    />
  );
}

export function Losses() {
  return (
    <ul class="fit_losses" aria-label={t('activation.fit_loss')}>
      <li aria-hidden="true">{t('activation.fit_losses')}</li>
      {fitted_networks.map((network) => (
        <li key={network}>
          <SeriesSwatch kind={network} /> {network_name(network)}{' '}
          <Value
            of={fit.value.answer}
            path={`frames.${shown_frame.value}.${network}.loss`}
            style="statistic"
          />
        </li>
      ))}
    </ul>
  );
}

export function Fitting() {
  const hint = useId();
  const { answer } = fit.value;
  const texts = { title: t('activation.fit_title'), description: t('activation.fit_text') };
  useEffect(() => pause, []);
  return (
    <>
      <Heading part="activation.fit" />
      <CurveChoice />
      <FigureFrame
        name="activation_fit"
        {...texts}
        drawing
        data={() =>
          figure_of(answer, { parts: { ...shown_parts('curve', 'loss'), dataset: 'dataset' } })
        }
      >
        <FitPad described_by={hint} />
        <Losses />
      </FigureFrame>
      <p id={hint} class="hint">
        {t('activation.fit_hint')} <span class="for_keys">{t('activation.fit_keys')}</span>
      </p>
      <Folded {...folded_part('activation.units')}>
        <FitUnits />
      </Folded>
    </>
  );
}
