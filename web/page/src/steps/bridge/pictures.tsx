/**
 * Figures of one network: heat maps and histograms of the hidden layer before and after the
 * activation.
 */
import { HeatMap } from '../../charts/heat_map.tsx';
import { HistogramPlot } from '../../charts/histogram_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { HistogramText } from '../../numbers/histogram_text.tsx';
import { ScaleLegend } from '../../numbers/tensor_window.tsx';
import { format_count, format_number, format_tick, t } from '../../words/i18n.ts';
import { attended, store } from '../../state/store.ts';
import { network_name, strip_tensors, type NetworkAnswer, type StripTensor } from './answers.ts';

const letters = { pre_activation: 'z', hidden: 'a' } as const satisfies Record<StripTensor, string>;

/**
 * Heat map of one tensor. Both tensors use the colour scale of the pre-activations, so that smaller
 * activations look paler.
 */
function Strip({ answer, name }: { readonly answer: NetworkAnswer; readonly name: StripTensor }) {
  const { tokens, d_ff, limits, [name]: tensor } = answer.value;
  const limit = limits.high;
  const title = t(`bridge.strip_${letters[name]}`, { shape: `(${tokens}, ${d_ff})` });
  return (
    <>
      <h4 class="plot_title">{title}</h4>
      <HeatMap
        data={tensor.data}
        tokens={tokens}
        features={d_ff}
        limit={limit}
        token={Math.min(store.token.value, tokens - 1)}
        attended={attended.value?.token ?? store.hovered_token.value}
        window={[0, d_ff]}
        label={t('bridge.strip_label', { title, limit: format_number(limit, 'cell') })}
        on_pick={(picked) => (store.token.value = picked)}
      />
    </>
  );
}

export const Strips = ({
  answer,
  title,
}: {
  readonly answer: NetworkAnswer;
  readonly title: string;
}) => (
  <FigureFrame
    name={`bridge_strips_${network_name(answer)}`}
    title={t('bridge.strips_of', { network: title })}
    note={() => t('bridge.strip_note', { limit: format_number(answer.value.limits.high, 'cell') })}
    drawing
    data={() => figure_of(answer, { parts: strip_tensors })}
  >
    {strip_tensors.map((name) => (
      <Strip key={name} answer={answer} name={name} />
    ))}
    <ScaleLegend of={answer} path="limits" style="cell" />
  </FigureFrame>
);

const height = 130;

/** The names that other panels give these histograms, which decide their colours. */
const plot_names = {
  pre_activation: 'pre_activation',
  hidden: 'hidden_gelu',
} as const satisfies Record<StripTensor, string>;

export function Histograms({
  answer,
  title,
  range,
}: {
  readonly answer: NetworkAnswer;
  readonly title: string;
  /** The range of the x axis. */
  readonly range: readonly [low: number, high: number];
}) {
  const { ref, width } = use_width<HTMLDivElement>(480);
  return (
    <FigureFrame
      name={`bridge_histograms_${network_name(answer)}`}
      title={t('bridge.histograms_of', { network: title })}
      description={strip_tensors.map((name) => (
        <span key={name}>
          {letters[name]}.{' '}
          <HistogramText of={answer} path={`histograms.${name}`} count="count" />{' '}
        </span>
      ))}
      drawing
      data={() => figure_of(answer, { parts: ['histograms'] })}
    >
      <div ref={ref}>
        {strip_tensors.map((name) => (
          <div key={name}>
            <h4 class="plot_title">{t(`bridge.histogram_${letters[name]}`)}</h4>
            <HistogramPlot
              name={plot_names[name]}
              width={width}
              height={height}
              format_tick={format_tick}
              format_count={format_count}
              histogram={answer.value.histograms[name]}
              brushed={undefined}
              range={range}
            />
          </div>
        ))}
      </div>
    </FigureFrame>
  );
}
