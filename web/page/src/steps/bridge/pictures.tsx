/** Figures of one network: heat maps and histograms of the hidden layer before and after the activation. */
import { HeatMap } from '../../charts/heat_map.tsx';
import { HistogramPlot } from '../../charts/histogram_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { HistogramText } from '../../numbers/histogram_text.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_number, format_tick, t } from '../../words/i18n.ts';
import { attended, store } from '../../numbers/store.ts';
import { histogram_data, strip_data } from './bridge_figures.ts';
import type { Answer } from './bridge_figures.ts';
import { strip_tensors } from './calls.ts';
import type { BridgeReply, StripTensor } from './calls.ts';

const letters: Record<StripTensor, string> = { pre_activation: 'z', 'hidden.gelu': 'a' };

const strip_title = (reply: BridgeReply, name: StripTensor) =>
  t(`bridge.strip_${letters[name] as 'z' | 'a'}`, { shape: `(${reply.tokens}, ${reply.d_ff})` });

/** Heat map of one tensor. Both tensors use the colour scale of the pre-activations, so that smaller activations look paler. */
function Strip({ reply, name, limit }: { readonly reply: BridgeReply; readonly name: StripTensor; readonly limit: number }) {
  const token = Math.min(store.token.value, reply.tokens - 1);
  return (
    <>
      <h4 class="plot_title">{strip_title(reply, name)}</h4>
      <HeatMap
        data={reply.strips[name].data}
        tokens={reply.tokens}
        features={reply.d_ff}
        limit={limit}
        token={token}
        attended={attended.value?.token ?? store.hovered_token.value}
        window={[0, reply.d_ff]}
        label={t('bridge.strip_label', { title: strip_title(reply, name), limit: format_number(limit, 'cell') })}
        on_pick={(picked) => (store.token.value = picked)}
      />
    </>
  );
}

function Scale({ reply, limit }: { readonly reply: BridgeReply; readonly limit: number }) {
  const end = (sign: '-' | '') => (
    <Value
      value={sign === '-' ? -limit : limit}
      style="cell"
      call="bridge"
      tensor={`${reply.network} pre_activation`}
      index={`${sign}limit`}
    />
  );
  return (
    <p class="scale_legend" aria-hidden="true">
      {end('-')}
      <span class="scale_bar" />
      {end('')}
    </p>
  );
}

export function Strips({ answer, title }: { readonly answer: Answer; readonly title: string }) {
  const { reply } = answer;
  const limit = reply.summaries.pre_activation.largest_finite_magnitude;
  return (
    <FigureFrame
      name={`bridge_strips_${reply.network}`}
      title={t('bridge.strips_of', { network: title })}
      note={t('bridge.strip_note', { limit: format_number(limit, 'cell') })}
      drawing
      data={() => strip_data(answer)}
    >
      {strip_tensors.map((name) => (
        <Strip key={name} reply={reply} name={name} limit={limit} />
      ))}
      <Scale reply={reply} limit={limit} />
    </FigureFrame>
  );
}

const height = 130;

export function Histograms({ answer, title }: { readonly answer: Answer; readonly title: string }) {
  const { ref, width } = use_width<HTMLDivElement>(480);
  const { reply } = answer;
  const count = reply.sparsity.gelu.count;
  return (
    <FigureFrame
      name={`bridge_histograms_${reply.network}`}
      title={t('bridge.histograms_of', { network: title })}
      description={strip_tensors.map((name) => (
        <span key={name}>
          {letters[name]}:{' '}
          <HistogramText call="bridge" tensor={`${reply.network} ${name}`} count={count} histogram={reply.histograms[name]} />{' '}
        </span>
      ))}
      drawing
      data={() => histogram_data(answer)}
    >
      <div ref={ref}>
        {strip_tensors.map((name) => (
          <div key={name}>
            <h4 class="plot_title">{t(`bridge.histogram_${letters[name] as 'z' | 'a'}`)}</h4>
            <HistogramPlot
              name={name.replace('.', '_')}
              width={width}
              height={height}
              histogram={reply.histograms[name]}
              brushed={undefined}
              format_tick={format_tick}
              format_count={format_count}
            />
          </div>
        ))}
      </div>
    </FigureFrame>
  );
}
