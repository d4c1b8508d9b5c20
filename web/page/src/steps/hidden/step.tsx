/** The hidden layer before and after the activation: three linked histograms, and three definitions of sparsity. */
import { computed } from '@preact/signals';
import { ThresholdChoice, SparsityTable } from '../../numbers/sparsity_table.tsx';
import { TwoColumns } from '../../controls/two_columns.tsx';
import { Fragment } from 'preact';
import { nearest_option } from '../../numbers/predictions.ts';
import { answer_shown } from '../../numbers/revealed_answers.ts';
import { HistogramPlot } from '../../charts/histogram_plot.tsx';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Slider } from '../../controls/slider.tsx';
import { Covered } from '../../numbers/covered.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { HistogramText } from '../../numbers/histogram_text.tsx';
import { Message, Paragraph } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { shown_answer } from '../../numbers/answers.ts';
import { format_count, format_number, format_tick, t } from '../../words/i18n.ts';
import { ShowTrained } from '../../numbers/show_trained.tsx';
import { store } from '../../numbers/store.ts';
import {
  activations,
  attended_unit,
  histogram_data,
  histograms,
  shown_tensors,
  sparsity,
  sparsity_data,
  tensors,
  zero_shares,
} from './answers.ts';
import type { HiddenTensor, Histograms, Shares } from './answers.ts';
import './hidden.css';
import { Prediction } from '../../numbers/prediction.tsx';

const pending = computed(() => histograms.pending.value || sparsity.pending.value);

type Range = Histograms['value']['range'];

const heights: Record<HiddenTensor, number> = { pre_activation: 180, hidden_gelu: 150, hidden_relu: 150 };

function title_of(name: HiddenTensor, { state: { gelu } }: Histograms): string {
  if (name === 'pre_activation') return t('hidden.before');
  return t('hidden.after', { activation: t(name === 'hidden_gelu' ? `activation.name_${gelu}` : 'activation.name_relu') });
}

/** Returns an interval clipped to the range of the histograms: it may come from an input with another range. */
function clip([low, high]: Range, [from, to]: Range): Range {
  const at = (end: number) => Math.min(high, Math.max(low, end));
  return [at(from), at(to)];
}

interface PlotProps {
  readonly name: HiddenTensor;
  readonly answer: Histograms;
  readonly width: number;
}

function Plot({ name, answer, width }: PlotProps) {
  const { all, followed, range } = answer.value;
  const brush = store.brush.value;
  return (
    <>
      <h3 class="plot_title">{title_of(name, answer)}</h3>
      <HistogramPlot
        name={name}
        width={width}
        height={heights[name]}
        histogram={all[name]}
        brushed={followed.count > 0 ? followed[name] : undefined}
        band={name === 'pre_activation' && brush ? clip(range, brush) : undefined}
        marker={shown_answer(attended_unit)?.value?.[name]}
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
  return Number(Math.min(high, Math.max(low, low + Math.round((value - low) / step) * step)).toPrecision(6));
}

/** A finger that has gone this far sideways selects. */
const held_pixels = 8;

/** Dragging over the first histogram selects an interval; two sliders below it do the same for keyboards and screen readers. */
function HistogramPlots({ answer }: { readonly answer: Histograms }) {
  const { range } = answer.value;
  const { ref, width } = use_width<HTMLDivElement>(560);
  const at_pointer = (event: PointerEvent) => {
    const left = ref.current?.getBoundingClientRect().left ?? 0;
    return snap(x_scale(width, range).invert(event.clientX - left), range);
  };
  const drag = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const start = at_pointer(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    let held = event.pointerType === 'touch';
    const move = (moved: PointerEvent) => {
      // A vertical swipe scrolls the page: a finger selects once it goes sideways.
      held &&= Math.abs(moved.clientX - event.clientX) < held_pixels;
      if (held) return;
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
        <Plot name="pre_activation" answer={answer} width={width} />
      </div>
      <Brush answer={answer} />
      <Covered questions={['relu_zeros']}>
        {tensors.slice(1).map((name) => (
          <Plot key={name} name={name} answer={answer} width={width} />
        ))}
      </Covered>
    </div>
  );
}

function BrushedCount({ answer }: { readonly answer: Histograms }) {
  if (store.brush.value === undefined) return <p role="status">{t('hidden.brush_hint')}</p>;
  return (
    <p role="status">
      <Message id="hidden.brush_count" values={{ count: <Value of={answer} path="followed.count" style="count" /> }} />{' '}
      <button type="button" class="button button_small" onClick={() => (store.brush.value = undefined)}>
        {t('hidden.brush_clear')}
      </button>
    </p>
  );
}

function Brush({ answer }: { readonly answer: Histograms }) {
  const { range } = answer.value;
  const [low, high] = clip(range, store.brush.value ?? range);
  const sides = { low, high };
  const set = (side: 'low' | 'high', at: number) => {
    const value = snap(at, range);
    store.brush.value = side === 'low' ? [Math.min(value, high), high] : [low, Math.max(value, low)];
  };
  return (
    <div class="brush" style={{ '--left': `${plot_margin.left}px`, '--right': `${plot_margin.right}px` }}>
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
      <BrushedCount answer={answer} />
    </div>
  );
}

/** Text alternative of the three histograms. */
function Description({ answer }: { readonly answer: Histograms }) {
  return (
    <>
      {shown_tensors().map((name) => (
        <Fragment key={name}>
          {title_of(name, answer)}. <HistogramText of={answer} path={`all.${name}`} count="all.count" />{' '}
        </Fragment>
      ))}
    </>
  );
}

function HistogramFigure({ answer }: { readonly answer: Histograms | undefined }) {
  if (answer === undefined) return <div class="waiting_cells" aria-hidden="true" />;
  const description = <Description answer={answer} />;
  return (
    <FigureFrame
      name="hidden_histograms"
      title={t('hidden.figure')}
      description={description}
      drawing={answer_shown('relu_zeros')}
      data={() => histogram_data(answer)}
    >
      <HistogramPlots answer={answer} />
    </FigureFrame>
  );
}

const sparsity_columns = (shares: Shares | undefined) =>
  activations.map((activation) => {
    const gelu = shares?.state.gelu ?? 'gelu';
    return { head: t(`activation.name_${activation === 'gelu' ? gelu : activation}`), of: shares, path: activation };
  });

/** The example, and the way to a trained network; its hidden units differ from those of random weights. */
function ExampleLine() {
  const trained = store.example.value === 'facts';
  return (
    <p class="hint">
      {t('hidden.example', { example: t(`example.${store.example.value}`) })} {trained ? t('hidden.trained_text') : <ShowTrained />}
    </p>
  );
}

export function Panel() {
  const shares = shown_answer(sparsity);
  const prose = (
    <>
      <Paragraph id="hidden.lead" />
      <ZerosGuess />
      {answer_shown('relu_zeros') && <Paragraph id="hidden.sparse_text" />}
      <Paragraph class="try" id="hidden.try" />
    </>
  );
  return (
    <TwoColumns prose={prose} figure="hidden_figure" busy={pending}>
      <ExampleLine />
      <CallErrorNotice error={histograms.value.error ?? sparsity.value.error} />
      <HistogramFigure answer={shown_answer(histograms)} />
      <ThresholdChoice />
      <Covered questions={['relu_zeros']}>
        <FigureFrame name="hidden_sparsity" title={t('hidden.sparsity')} data={() => sparsity_data(shares)}>
          <SparsityTable
            caption={t('hidden.sparsity')}
            threshold={shares?.state.threshold ?? store.threshold.value}
            columns={sparsity_columns(shares)}
          />
        </FigureFrame>
      </Covered>
    </TwoColumns>
  );
}

const shares = { none: 0, half: 0.5, nearly_all: 0.97 };
/** Each option is ReLU's share, then GELU's. */
const options = ['half_none', 'half_half', 'nearly_all_none', 'none_none'] as const;

export function ZerosGuess() {
  const { answer } = zero_shares.value;
  const share = (name: 'relu' | 'gelu') => <Value of={answer} path={name} style="percent" />;
  const nearest = (name: 'relu' | 'gelu') => nearest_option(shares, answer?.value[name] ?? NaN);
  return (
    <Prediction
      name="relu_zeros"
      question="hidden.guess"
      options={options}
      right={answer && `${nearest('relu')}_${nearest('gelu')}`}
      values={{ relu_share: share('relu'), gelu_share: share('gelu') }}
    />
  );
}
