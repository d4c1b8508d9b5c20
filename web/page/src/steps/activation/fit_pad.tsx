/** The plane on which the reader draws a curve, with the curves of the networks. */
import { useSignal, type Signal } from '@preact/signals';
import { CurvePlot, x_scale, y_scale, type Series } from '../../charts/curve_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { announce } from '../../controls/announcer.ts';
import { DrawingPad, type Place } from '../../drawing/pad.tsx';
import { curve_limits, to_drawn, with_stroke } from '../../numbers/drawn_curve.ts';
import { format_number, t } from '../../words/i18n.ts';
import { fit } from './curves.ts';
import { curve_points, draw_points, fitted_series, points_of } from './fit_state.ts';

const { points: count, limit } = curve_limits;
const domain = { x: [-limit, limit], y: [-1.1 * limit, 1.1 * limit] } as const;
const key_steps = { small: 0.1, large: 0.5 };

const tick = (value: number) => format_number(value, 'tick');

const height_at = (width: number) => Math.round(Math.max(200, width * 0.5));

function draw(place: Place, before: Place | undefined): boolean {
  const points = curve_points.peek();
  if (points.length > 0) draw_points(with_stroke(points, place, before));
  return points.length > 0;
}

/** Moves the key cursor to another point, or that point up or down. */
function move_by_arrow(index: Signal<number>, [right, up]: readonly [number, number], large: boolean): void {
  const points = curve_points.peek();
  const y = points[index.peek()];
  if (y === undefined) return;
  index.value = Math.min(count - 1, Math.max(0, index.peek() + right));
  if (up !== 0) draw_points(points.with(index.peek(), to_drawn(y + up * (large ? key_steps.large : key_steps.small))));
  const x = fit.peek().answer?.value.dataset.inputs.data[index.peek()];
  announce(t('activation.fit_point', { x: tick(x ?? NaN), y: tick(curve_points.peek()[index.peek()] ?? NaN) }));
}

export function FitPad({ described_by }: { readonly described_by: string }) {
  const { ref, width } = use_width<HTMLDivElement>(420);
  const index = useSignal((count - 1) / 2);
  const { answer } = fit.value;
  const height = height_at(width);
  const x = answer?.value.dataset.inputs.data ?? [];
  const at = points_of(x, curve_points.value);
  const drawn: Series = { name: 'drawn', pieces: [], ends: at.map((point) => ({ at: point, taken: true })), cursor: at[index.value] };
  return (
    <div ref={ref}>
      <DrawingPad
        class="fit_pad"
        {...{ width, height, described_by, draw }}
        x={x_scale(width, domain.x)}
        y={y_scale(height, domain.y)}
        label={t('activation.fit_pad')}
        on_arrow={(step, large) => move_by_arrow(index, step, large)}
        sideways
      >
        <CurvePlot
          name="fit"
          {...{ width, height }}
          x_domain={domain.x}
          y_domain={domain.y}
          series={[...(answer ? fitted_series(answer) : []), drawn]}
          labels={[]}
          cursor_x={x[index.value] ?? NaN}
          format_tick={tick}
        />
      </DrawingPad>
    </div>
  );
}
