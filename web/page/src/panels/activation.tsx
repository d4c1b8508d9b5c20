/** GELU and ReLU, function above derivative, one cursor through both; every value read from the core. */
import { CurvePlot, x_scale } from '../charts/curve_plot.tsx';
import { use_width } from '../charts/use_width.ts';
import { Choice } from '../components/choice.tsx';
import { FigureFrame } from '../components/figure_frame.tsx';
import { Message } from '../components/message.tsx';
import { NumberField } from '../components/number_field.tsx';
import { core_resource } from '../core/resource.ts';
import { format_number, t } from '../i18n.ts';
import { store } from '../store.ts';
import { largest_x } from '../url_state.ts';
import { activation_kinds, make_labels, make_series, sample_points, views } from './activation_data.ts';
import type { Part } from './activation_data.ts';
import { curve_data } from './activation_figure.ts';
import { ActivationReadout } from './activation_readout.tsx';

const view_name = () => (store.zoom.value ? 'zoom' : 'full');

const curves = core_resource('activation', () => ({ kinds: activation_kinds, x: sample_points(views[view_name()].x) }));
const at_cursor = core_resource('activation', () => ({ kinds: activation_kinds, x: Float32Array.of(store.cursor_x.value) }));

const landmarks = core_resource('activation_landmarks', () => 'gelu');

/** GELU's lowest point, as text; dots until the core has found it. */
function minimum_values() {
  const minimum = landmarks.value.current?.reply.minimum;
  const text = (value: number | undefined) => (value === undefined ? '…' : format_number(value, 'cell'));
  return { x: text(minimum?.x), y: text(minimum?.y) };
}

const heights: Record<Part, number> = { value: 280, derivative: 220 };

/** The nearest point of the cursor's grid inside the view, free of the noise of binary fractions. */
function snap(x: number): number {
  const { x: domain, step } = views[view_name()];
  const inside = Math.min(domain[1], Math.max(domain[0], x));
  return Number((Math.round(inside / step) * step).toFixed(2));
}

function move_by_key(event: KeyboardEvent): void {
  const { x: domain, step } = views[view_name()];
  const large = step * 10;
  const x = store.cursor_x.value;
  const targets: Record<string, number> = {
    ArrowLeft: x - (event.shiftKey ? large : step),
    ArrowDown: x - (event.shiftKey ? large : step),
    ArrowRight: x + (event.shiftKey ? large : step),
    ArrowUp: x + (event.shiftKey ? large : step),
    PageDown: x - large,
    PageUp: x + large,
    Home: domain[0],
    End: domain[1],
  };
  const target = targets[event.key];
  if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  store.cursor_x.value = snap(target);
}

function spoken_cursor(): string {
  const x = format_number(store.cursor_x.value, 'tick');
  const reply = at_cursor.value.current?.reply;
  const value = (kind: (typeof activation_kinds)[number]) => format_number(reply?.curves[kind]?.value[0] ?? NaN, 'cell');
  if (reply === undefined) return t('activation.cursor_waiting', { x });
  return t('activation.cursor_value', { x, gelu: value('gelu'), gelu_tanh: value('gelu_tanh'), relu: value('relu') });
}

function Plot({ part, width }: { readonly part: Part; readonly width: number }) {
  const view = views[view_name()];
  const drawn = curves.value.current?.reply;
  return (
    <>
      <h3 class="plot_title" id={`activation_${part}`}>
        <Message id={`activation.${part}`} />
      </h3>
      <CurvePlot
        width={width}
        height={heights[part]}
        x_domain={view.x}
        y_domain={view[part]}
        series={make_series(drawn, at_cursor.value.current?.reply, part)}
        labels={make_labels(drawn, view_name(), part)}
        cursor_x={store.cursor_x.value}
        format_tick={(value) => format_number(value, 'tick')}
      />
    </>
  );
}

/** Both plots are one slider: one stop for the keyboard, one cursor for the pointer. */
function LinkedPlots() {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const view = views[view_name()];
  const move_to_pointer = (event: PointerEvent) => {
    const left = ref.current?.getBoundingClientRect().left ?? 0;
    store.cursor_x.value = snap(x_scale(width, view.x).invert(event.clientX - left));
  };
  return (
    <div
      ref={ref}
      class="linked_plots"
      role="slider"
      tabIndex={0}
      aria-label={t('activation.cursor')}
      aria-valuemin={view.x[0]}
      aria-valuemax={view.x[1]}
      aria-valuenow={store.cursor_x.value}
      aria-valuetext={spoken_cursor()}
      aria-describedby="activation_description"
      onKeyDown={move_by_key}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move_to_pointer(event);
      }}
      onPointerMove={move_to_pointer}
    >
      <Plot part="value" width={width} />
      <Plot part="derivative" width={width} />
    </div>
  );
}

function Figure() {
  const [from, to] = views[view_name()].x;
  const x = store.cursor_x.value;
  return (
    <figure class="activation_figure">
      <div class="controls">
        <NumberField label="x" value={x} largest={largest_x} on_value={(value) => (store.cursor_x.value = value)} />
        <Choice
          legend={t('activation.range')}
          options={(['full', 'zoom'] as const).map((name) => ({ name, label: t(`activation.range_${name}`) }))}
          value={view_name()}
          on_choose={(name) => (store.zoom.value = name === 'zoom')}
        />
      </div>
      <FigureFrame
        name="activation_curves"
        title={t('activation.title')}
        described_by="activation_description"
        drawing
        data={() => curve_data(curves.value.current)}
      >
        <LinkedPlots />
      </FigureFrame>
      <p id="activation_description" class="visually_hidden">
        {t('activation.description')}
      </p>
      {(x < from || x > to) && <p class="hint">{t('activation.outside')}</p>}
      <ActivationReadout at_cursor={at_cursor.value.current?.reply} />
    </figure>
  );
}

export function ActivationPanel() {
  return (
    <div class="prose_and_figure">
      <div class="prose">
        <p>{t('activation.lead')}</p>
        <p>
          <Message id="activation.relu_text" />
        </p>
        <p>
          <Message id="activation.gelu_text" values={minimum_values()} />
        </p>
        <p>
          <Message id="activation.tanh_text" />
        </p>
        <p class="try">
          <Message id="activation.try" />
        </p>
      </div>
      <Figure />
    </div>
  );
}
