/**
 * Histograms of the hidden layer before and after the activation, of all elements and of those in an
 * interval that the reader chooses.
 */
import { Fragment } from 'preact';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { HistogramPlot } from '../../charts/histogram_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Slider } from '../../controls/slider.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { shown_answer, type AnswerOf } from '../../numbers/answers.ts';
import { Covered } from '../../quiz/covered.tsx';
import { HistogramText } from '../../numbers/histogram_text.tsx';
import { answer_shown } from '../../quiz/revealed_answers.ts';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_number, format_tick, t } from '../../words/i18n.ts';
import { Message } from '../../controls/message.tsx';
import { answers } from './answers.ts';
import { place_in } from '../../controls/place_in.ts';

type Histograms = AnswerOf<typeof answers.histograms>;

/** Tensors before the activation and after each. */
const tensors = ['pre_activation', 'hidden_gelu', 'hidden_relu'] as const;
type HiddenTensor = (typeof tensors)[number];

/** The histograms of the hidden layer answer a question: how many elements are exactly 0. */
const shown_tensors = (): readonly HiddenTensor[] =>
  answer_shown('relu_zeros') ? tensors : ['pre_activation'];

/** Parts of the export: the counts of the followed elements are separate. */
const histogram_parts = ({ value: { followed } }: Histograms) =>
  (followed.count > 0 ? ['all', 'followed'] : ['all']).flatMap((part) =>
    shown_tensors().map((name) => `${part}.${name}`),
  );

type Range = Histograms['value']['range'];

const title_of = (name: HiddenTensor, { state: { gelu } }: Histograms): string =>
  name === 'pre_activation'
    ? t('hidden.before')
    : t('hidden.after', {
        activation: t(`activation.name_${name === 'hidden_gelu' ? gelu : 'relu'}`),
      });

/**
 * Returns an interval clipped to the range of the histograms: it may come from an input with
 * another range.
 */
function clip([low, high]: Range, [from, to]: Range): Range {
  const at = (end: number) => Math.min(high, Math.max(low, end));
  return [at(from), at(to)];
}

type AnswerProps = Readonly<{ answer: Histograms }>;

function Plot({
  name,
  answer,
  width,
}: AnswerProps & { readonly name: HiddenTensor; readonly width: number }) {
  const { all, followed, range } = answer.value;
  const brush = store.brush.value;
  return (
    <>
      <h3 class="plot_title">{title_of(name, answer)}</h3>
      <HistogramPlot
        name={name}
        width={width}
        height={name === 'pre_activation' ? 180 : 150}
        histogram={all[name]}
        brushed={followed.count > 0 ? followed[name] : undefined}
        band={name === 'pre_activation' && brush ? clip(range, brush) : undefined}
        marker={shown_answer(answers.attended_unit)?.value?.[name]}
        format_tick={format_tick}
        format_count={format_count}
      />
    </>
  );
}

/** Number of steps across the range, for the pointer and the sliders. */
const steps = 200;

/** Rounds a value to the nearest step inside the range. */
function snap(value: number, [low, high]: Range): number {
  const step = (high - low) / steps;
  return Number(
    Math.min(high, Math.max(low, low + Math.round((value - low) / step) * step)).toPrecision(6),
  );
}

/**
 * Dragging over the first histogram selects an interval; two sliders below it do the same for
 * keyboards and screen readers.
 */
function HistogramPlots({ answer }: AnswerProps) {
  const { range } = answer.value;
  const { ref, width } = use_width<HTMLDivElement>(560);
  const at_pointer = (event: PointerEvent) =>
    snap(x_scale(width, range).invert(ref.current ? place_in(ref.current, event).x : 0), range);
  const drag = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const host = event.currentTarget;
    const start = at_pointer(event);
    host.setPointerCapture(event.pointerId);
    // A vertical swipe scrolls the page: a finger selects once it has gone 8 pixels sideways.
    let held = event.pointerType === 'touch';
    const move = (moved: PointerEvent) => {
      held &&= Math.abs(moved.clientX - event.clientX) < 8;
      if (held) return;
      const now = at_pointer(moved);
      store.brush.value = [Math.min(start, now), Math.max(start, now)];
    };
    const stop = () => host.removeEventListener('pointermove', move);
    host.addEventListener('pointermove', move);
    for (const end of ['pointerup', 'pointercancel'])
      host.addEventListener(end, stop, { once: true });
  };
  return (
    <div ref={ref}>
      <div class="brushable" onPointerDown={drag}>
        <Plot name="pre_activation" answer={answer} width={width} />
      </div>
      <Brush answer={answer} />
      <Covered questions={['relu_zeros']}>
        {tensors.slice(1).map((name) => (
          <Plot key={name} name={name} answer={answer} width={width} />
        ))}
        <ZeroBar />
      </Covered>
    </div>
  );
}

/**
 * Says where ReLU's exact zeros are drawn: a bin begins at 0, so their bar looks like one of
 * positive values.
 */
function ZeroBar() {
  const { answer } = answers.sparsity.value;
  if (answer === undefined || answer.value.relu.zero === 0) return null;
  return (
    <p class="hint">
      <Message
        id="hidden.zero_bar"
        values={{ zero: <Value of={answer} path="relu.zero" style="count" /> }}
      />
    </p>
  );
}

function Brush({ answer }: AnswerProps) {
  const { range } = answer.value;
  const [low, high] = clip(range, store.brush.value ?? range);
  const sides = { low, high };
  const set = (side: 'low' | 'high', at: number) => {
    const value = snap(at, range);
    store.brush.value =
      side === 'low' ? [Math.min(value, high), high] : [low, Math.max(value, low)];
  };
  return (
    <div
      class="brush"
      style={{ '--left': `${plot_margin.left}px`, '--right': `${plot_margin.right}px` }}
    >
      {(['low', 'high'] as const).map((side) => (
        <div key={side} class="brush_end">
          <Slider
            label={t(`hidden.brush_${side}`)}
            smallest={range[0]}
            largest={range[1]}
            step={(range[1] - range[0]) / steps}
            value={sides[side]}
            text={format_number(sides[side], 'tick')}
            shown={format_number(sides[side], 'cell')}
            on_value={(value) => set(side, value)}
          />
        </div>
      ))}
      <p role="status">
        {store.brush.value === undefined ? (
          t('hidden.brush_hint')
        ) : (
          <>
            <Message
              id="hidden.brush_count"
              values={{ count: <Value of={answer} path="followed.count" style="count" /> }}
            />{' '}
            <Button
              text={t('hidden.brush_clear')}
              small
              on_click={() => (store.brush.value = undefined)}
            />
          </>
        )}
      </p>
    </div>
  );
}

export function HistogramFigure({ answer }: { readonly answer: Histograms | undefined }) {
  if (answer === undefined) return <Waiting />;
  const description = shown_tensors().map((name) => (
    <Fragment key={name}>
      {title_of(name, answer)}.{' '}
      <HistogramText of={answer} path={`all.${name}`} count="all.count" />{' '}
    </Fragment>
  ));
  return (
    <FigureFrame
      name="hidden_histograms"
      title={t('hidden.figure')}
      description={description}
      drawing={answer_shown('relu_zeros')}
      data={() => figure_of(answer, { parts: histogram_parts(answer) })}
    >
      <HistogramPlots answer={answer} />
    </FigureFrame>
  );
}
