/** The hidden layer before and after the activation: three linked histograms, and three definitions of sparsity. */
import { computed } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { Fragment } from 'preact';
import { answer_shown } from '../../numbers/revealed_answers.ts';
import { HistogramPlot } from '../../charts/histogram_plot.tsx';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Covered } from '../../numbers/covered.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { HistogramText } from '../../numbers/histogram_text.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { core_resource } from '../../numbers/resource.ts';
import type { HiddenReply, HiddenTensor } from '../../numbers/protocol.ts';
import { format_count, format_number, format_tick, t } from '../../words/i18n.ts';
import { tensor_key, width_of } from '../../numbers/tensor_names.ts';
import { panel_resource, panel_signal } from '../../numbers/panel_visibility.ts';
import { attended, store } from '../../numbers/store.ts';
import { thresholds } from '../../numbers/url_state.ts';
import { shown_pass } from '../../numbers/forward_pass.ts';

import { forward_request } from '../../numbers/forward_request.ts';
import { histogram_data, sparsity_data } from './figures.ts';
import { ZerosGuess } from './guess.tsx';
import { SparsityTable } from './sparsity.tsx';

const hidden = panel_resource(
  'hidden',
  core_resource('hidden_activations', () => {
    const request = forward_request();
    return request && { ...request, threshold: store.threshold.value, brush: store.brush.value };
  }),
);

const panel_attention = panel_signal('hidden', attended);

const tensors: readonly HiddenTensor[] = ['pre_activation', 'hidden.gelu', 'hidden.relu'];
const heights: Record<HiddenTensor, number> = { pre_activation: 180, 'hidden.gelu': 150, 'hidden.relu': 150 };

function title_of(name: HiddenTensor, { gelu }: HiddenReply): string {
  if (name === 'pre_activation') return t('hidden.before');
  return t('hidden.after', { activation: t(name === 'hidden.gelu' ? `activation.name_${gelu}` : 'activation.name_relu') });
}

/** Returns the brushed interval, clipped to the range of the histograms. */
function band_of({ range: [low, high] }: HiddenReply): readonly [number, number] | undefined {
  const brush = store.brush.value;
  return brush && [Math.min(high, Math.max(low, brush[0])), Math.min(high, Math.max(low, brush[1]))];
}

/** Value in this tensor of the highlighted hidden unit; undefined if no hidden unit is highlighted. */
const attended_value_in = (name: HiddenTensor) =>
  computed(() => {
    const at = panel_attention.value;
    const pass = shown_pass()?.value;
    if (at === undefined || pass === undefined || width_of(at.tensor) !== 'd_ff') return undefined;
    return pass.tensors[tensor_key(name)].data[at.token * pass.d_ff + at.feature];
  });

const attended_values = Object.fromEntries(tensors.map((name) => [name, attended_value_in(name)])) as Readonly<
  Record<HiddenTensor, ReadonlySignal<number | undefined>>
>;

function Plot({ name, reply, width }: { readonly name: HiddenTensor; readonly reply: HiddenReply; readonly width: number }) {
  return (
    <>
      <h3 class="plot_title">{title_of(name, reply)}</h3>
      <HistogramPlot
        name={name.replace('.', '_')}
        width={width}
        height={heights[name]}
        histogram={reply.histograms[name]}
        brushed={reply.brushed?.[name]}
        band={name === 'pre_activation' ? band_of(reply) : undefined}
        marker={attended_values[name].value}
        format_tick={format_tick}
        format_count={format_count}
      />
    </>
  );
}

/** Number of steps across the range, for the pointer and the sliders. */
const steps = 200;

/** Rounds a value to the nearest step inside the range. */
function snap(value: number, [low, high]: HiddenReply['range']): number {
  const step = (high - low) / steps;
  return Number(Math.min(high, Math.max(low, low + Math.round((value - low) / step) * step)).toPrecision(6));
}

/** Dragging over the first histogram selects an interval; two sliders below it do the same for keyboards and screen readers. */
function Histograms({ reply }: { readonly reply: HiddenReply }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const at_pointer = (event: PointerEvent) => {
    const left = ref.current?.getBoundingClientRect().left ?? 0;
    return snap(x_scale(width, reply.range).invert(event.clientX - left), reply.range);
  };
  const drag = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const start = at_pointer(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent) => {
      const now = at_pointer(moved);
      store.brush.value = [Math.min(start, now), Math.max(start, now)];
    };
    // One signal removes all three listeners when the drag ends.
    const dragging = new AbortController();
    const listener_options = { signal: dragging.signal };
    const host = event.currentTarget;
    host.addEventListener('pointermove', move, listener_options);
    for (const end of ['pointerup', 'pointercancel'] as const) host.addEventListener(end, () => dragging.abort(), listener_options);
  };
  return (
    <div ref={ref}>
      <div class="brushable" onPointerDown={drag}>
        <Plot name="pre_activation" reply={reply} width={width} />
      </div>
      <Brush reply={reply} />
      {tensors.slice(1).map((name) => (
        <Plot key={name} name={name} reply={reply} width={width} />
      ))}
    </div>
  );
}

function Brush({ reply }: { readonly reply: HiddenReply }) {
  const { range } = reply;
  // Clipped: the interval may come from an input with another range.
  const [low, high] = (store.brush.value ?? range).map((end) => Math.min(range[1], Math.max(range[0], end))) as [number, number];
  const sides = { low, high };
  const set = (side: 'low' | 'high', text: string) => {
    const value = snap(Number(text), range);
    store.brush.value = side === 'low' ? [Math.min(value, high), high] : [low, Math.max(value, low)];
  };
  return (
    <div class="brush" style={{ '--left': `${plot_margin.left}px`, '--right': `${plot_margin.right}px` }}>
      {(['low', 'high'] as const).map((side) => (
        <label key={side}>
          <span>{t(`hidden.brush_${side}`)}</span>
          <input
            type="range"
            min={range[0]}
            max={range[1]}
            step={(range[1] - range[0]) / steps}
            value={sides[side]}
            aria-valuetext={format_number(sides[side], 'tick')}
            onInput={(event) => set(side, event.currentTarget.value)}
          />
          <output>{format_number(sides[side], 'cell')}</output>
        </label>
      ))}
      <p role="status">
        {store.brush.value === undefined ? (
          t('hidden.brush_hint')
        ) : (
          <>
            <Message
              id="hidden.brush_count"
              values={{
                count: (
                  <Value
                    value={reply.brushed_count}
                    style="count"
                    call="hidden_activations"
                    tensor="pre_activation"
                    index="brushed_count"
                  />
                ),
              }}
            />{' '}
            <button type="button" class="button button_small" onClick={() => (store.brush.value = undefined)}>
              {t('hidden.brush_clear')}
            </button>
          </>
        )}
      </p>
    </div>
  );
}

/** Text alternative of the three histograms. */
function Description({ reply }: { readonly reply: HiddenReply }) {
  return (
    <>
      {tensors.map((name) => (
        <Fragment key={name}>
          {title_of(name, reply)}. <HistogramText tensor={name} count={reply.sparsity.gelu.count} histogram={reply.histograms[name]} />{' '}
        </Fragment>
      ))}
    </>
  );
}

export function HiddenPanel() {
  const { current, error } = hidden.value;
  const answer = current?.reply.example === store.example.value ? current : undefined;
  const shown = answer?.reply;
  return (
    <div class="prose_and_figure" aria-busy={hidden.pending}>
      <div class="prose">
        <p>
          <Message id="hidden.lead" />
        </p>
        <ZerosGuess />
        {answer_shown('relu_zeros') && (
          <p>
            <Message id="hidden.sparse_text" />
          </p>
        )}
        <p class="try">
          <Message id="hidden.try" />
        </p>
      </div>
      <figure class="hidden_figure">
        <p class="hint">{t('hidden.example', { example: t(`example.${store.example.value}`) })}</p>
        <CallErrorNotice error={error} />
        {shown ? (
          <FigureFrame
            name="hidden_histograms"
            title={t('hidden.title')}
            description={<Description reply={shown} />}
            drawing
            data={() => histogram_data(answer)}
          >
            <Histograms reply={shown} />
          </FigureFrame>
        ) : (
          <div class="waiting_cells" aria-hidden="true" />
        )}
        <Choice
          legend={t('hidden.threshold')}
          options={thresholds.map((threshold) => ({ name: String(threshold), label: format_number(threshold, 'tick') }))}
          value={String(store.threshold.value)}
          on_choose={(threshold) => (store.threshold.value = Number(threshold))}
        />
        <Covered questions={['relu_zeros']}>
          <FigureFrame name="hidden_sparsity" title={t('hidden.sparsity')} data={() => sparsity_data(answer)}>
            <SparsityTable reply={shown} />
          </FigureFrame>
        </Covered>
      </figure>
    </div>
  );
}
