/** Scales neurons before or after the activation (by 0, ½, 2, −1 or any factor) and shows how the output changes. */
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Value } from '../../numbers/value.tsx';
import { fields_of, number_column } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { scale_sites } from '../../numbers/url_state.ts';
import type { AblationReply, AblationRequest } from './calls.ts';
import { Strip } from './neuron_page.tsx';
import { SectionTitle } from './section_title.tsx';
import { ablation, scaled_group, scaled_groups, shown_ablation } from './scaled.ts';
import { model, neuron, token } from './state.ts';

interface Shown {
  readonly request: AblationRequest;
  readonly reply: AblationReply;
}

const factors = [
  { name: '0', id: 'factor_silence' },
  { name: '0.5', id: 'factor_halve' },
  { name: '2', id: 'factor_double' },
  { name: '-1', id: 'factor_flip' },
] as const;

function Controls() {
  const d_ff = model.value?.d_ff ?? 0;
  const factor = store.scale_by.value;
  return (
    <div class="controls">
      <Choice
        legend={t('checkpoint.which')}
        options={scaled_groups
          .filter((group) => group === 'one' || Number(group) < d_ff)
          .map((name) => ({
            name,
            label:
              name === 'one'
                ? t('checkpoint.which_one', { neuron: format_number(neuron.value ?? 0, 'count') })
                : t('checkpoint.which_many', { count: Number(name) }),
          }))}
        value={scaled_group.value}
        on_choose={(group) => (scaled_group.value = group)}
      />
      <Choice<string>
        legend={t('checkpoint.factor')}
        options={factors.map(({ name, id }) => ({ name, label: t(`checkpoint.${id}`) }))}
        value={String(factor)}
        on_choose={(name) => (store.scale_by.value = Number(name))}
      />
      <NumberField
        label={t('checkpoint.factor_other')}
        value={factor}
        largest={1000}
        on_value={(value) => (store.scale_by.value = value)}
      />
      <Choice
        legend={t('checkpoint.site')}
        options={scale_sites.map((name) => ({ name, label: t(`checkpoint.site_${name}`) }))}
        value={store.scale_site.value}
        on_choose={(site) => (store.scale_site.value = site)}
      />
    </div>
  );
}

/** One bar per token, proportional to the largest change of its output. */
function Bars({ by_token }: Pick<AblationReply, 'by_token'>) {
  const most = Math.max(0, ...by_token.map(({ largest }) => (Number.isFinite(largest) ? largest : 0)));
  return (
    <ol class="checkpoint_bars">
      {by_token.map((change, row) => (
        <li key={row}>
          <button type="button" aria-pressed={row === token.value} onClick={() => (store.token.value = row)}>
            <span>{format_number(row, 'count')}</span>
            <span class="checkpoint_bar">
              <span style={{ width: `${most > 0 ? (100 * change.largest) / most : 0}%` }} />
            </span>
            <Value value={change.largest} style="cell" call="checkpoint.ablate" tensor={`token ${row}`} index="largest" />
          </button>
        </li>
      ))}
    </ol>
  );
}

function row_of(data: Float32Array, width: number, row: number): Float32Array {
  return data.subarray(row * width, (row + 1) * width);
}

function Change({ reply }: Shown) {
  const { whole, baseline, output, by_token, limit } = reply;
  const width = baseline.shape[baseline.shape.length - 1] ?? 1;
  const row = Math.min(token.value, by_token.length - 1);
  const value = (index: 'differing' | 'count' | 'largest' | 'mean' | 'relative', style: 'count' | 'precise' | 'percent') => (
    <Value value={whole[index]} style={style} call="checkpoint.ablate" tensor="all" index={index} />
  );
  const strip = (name: 'baseline' | 'output', data: Float32Array) => (
    <Strip
      title={t(`checkpoint.y_${name}`, { token: format_number(row, 'count') })}
      label={t(`checkpoint.y_${name}`, { token: format_number(row, 'count') })}
      data={row_of(data, width, row)}
      limit={limit}
    />
  );
  return (
    <>
      <p role="status">
        <Message
          id="checkpoint.change"
          values={{
            differing: value('differing', 'count'),
            count: value('count', 'count'),
            largest: value('largest', 'precise'),
            mean: value('mean', 'precise'),
            relative: value('relative', 'percent'),
          }}
        />
      </p>
      {strip('baseline', baseline.data)}
      {strip('output', output.data)}
      <p class="plot_title">{t('checkpoint.bars')}</p>
      <Bars by_token={by_token} />
    </>
  );
}

function figure_data({ request, reply }: Shown): FigureData {
  const fields = ['differing', 'largest', 'mean'] as const;
  const vectors = fields_of(reply.by_token, fields);
  const { neurons, factor, site, layer } = request;
  return {
    call: 'checkpoint.ablate_table',
    arguments: { layer, neurons, factor, site },
    tensors: vectors,
    table: { rows: reply.by_token.length, columns: vectors.map(({ tensor, data }) => number_column(tensor, data)) },
  };
}

export function AblationPart() {
  const shown = shown_ablation.value;
  return (
    <section aria-label={t('checkpoint.ablation')} aria-busy={ablation.pending}>
      <SectionTitle id="checkpoint.ablation" />
      <p>
        <Message id="checkpoint.ablation_text" />
      </p>
      <Controls />
      <CallErrorNotice error={ablation.value.error} />
      {shown === undefined ? (
        <div class="waiting_cells" aria-hidden="true" />
      ) : (
        <FigureFrame name="checkpoint_ablation" title={t('checkpoint.ablation')} drawing data={() => figure_data(shown)}>
          <Change {...shown} />
        </FigureFrame>
      )}
    </section>
  );
}
