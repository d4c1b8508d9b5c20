/** Runs the weights with other activations than the one they were trained with and shows how activations and outputs change. */
import { NumberTable } from '../../controls/number_table.tsx';
import { computed } from '@preact/signals';
import type { ActivationKind } from 'ffn-lab';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { number_column, text_column } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import type { VariantsReply } from './calls.ts';
import { activation_name } from './layer_part.tsx';
import { published_change } from './published.ts';
import { SectionTitle } from './section_title.tsx';
import { activation_kinds, variant_percents } from './settings.ts';
import { checkpoint_resource, layer_request, model, opened } from './state.ts';

const variants = checkpoint_resource('variants', () => {
  const [request, own] = [layer_request.value, model.value?.activation];
  if (request === undefined || own === undefined) return undefined;
  return { ...request, own, others: activation_kinds.filter((kind) => kind !== own) };
});

const shown_variants = computed(() =>
  variants.value.current?.request.opened === opened.value?.id ? variants.value.current?.reply : undefined,
);

const parts = ['hidden', 'output'] as const;

const percentile_name = (percent: number) =>
  percent === 50 ? t('checkpoint.median') : t('checkpoint.percentile', { percent: format_number(percent, 'tick') });

function Changes({ part, reply }: { readonly part: (typeof parts)[number]; readonly reply: VariantsReply | undefined }) {
  const own = model.value?.activation;
  const others: readonly ActivationKind[] = activation_kinds.filter((kind) => kind !== own);
  return (
    <NumberTable
      caption={<Message id={`checkpoint.change_of_${part}`} />}
      heads={[t('checkpoint.instead'), ...variant_percents.map((percent) => percentile_name(percent))]}
      region={t('figure.table_of', { title: t(`checkpoint.part_${part}`) })}
    >
      <tbody>
        {others.map((kind) => (
          <tr key={kind}>
            <th scope="row">{activation_name(kind)}</th>
            {variant_percents.map((percent, place) => (
              <td key={percent}>
                <Value
                  value={reply?.changes.find(({ activation }) => activation === kind)?.[part].percentiles?.[place]}
                  style="limit"
                  call="checkpoint.variants"
                  tensor={`${kind}.${part}`}
                  index={`percentiles.${place}`}
                />
              </td>
            ))}
          </tr>
        ))}
        {part === 'hidden' && (
          <tr class="row_of_sums">
            <th scope="row">
              <a href={published_change.address}>{t('checkpoint.published')}</a>
            </th>
            {published_change.percentiles.map((value, place) => (
              <td key={place} class="number">
                {format_number(value, 'tick')}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </NumberTable>
  );
}

function figure_data(): FigureData | undefined {
  const reply = shown_variants.value;
  if (reply === undefined) return undefined;
  const rows = reply.changes.flatMap(({ activation, hidden, output }) =>
    parts.map((part) => ({
      name: `${activation}.${part}`,
      percentiles: (part === 'hidden' ? hidden : output).percentiles ?? new Float64Array(),
    })),
  );
  const columns = variant_percents.map((percent, place) => ({
    ...number_column(
      `p${percent}`,
      Float64Array.from(rows, ({ percentiles }) => percentiles[place] ?? NaN),
    ),
  }));
  return {
    call: 'checkpoint.variants_table',
    arguments: { file: opened.value?.name, own: model.value?.activation },
    tensors: rows.map(({ name, percentiles }) => ({ tensor: name, shape: [percentiles.length], data: percentiles })),
    table: {
      rows: rows.length,
      columns: [
        text_column(
          'tensor',
          rows.map(({ name }) => name),
        ),
        ...columns,
      ],
    },
  };
}

export function VariantsPart() {
  const own = model.value?.activation ?? 'gelu';
  return (
    <section aria-label={t('checkpoint.variants')} aria-busy={variants.pending}>
      <SectionTitle id="checkpoint.variants" />
      <p>
        <Message id="checkpoint.variants_text" values={{ own: activation_name(own) }} />
      </p>
      <CallErrorNotice error={variants.value.error} />
      <FigureFrame name="checkpoint_variants" title={t('checkpoint.variants')} data={figure_data}>
        {parts.map((part) => (
          <Changes key={part} part={part} reply={shown_variants.value} />
        ))}
      </FigureFrame>
      <p class="hint">
        <Message id="checkpoint.published_text" />
      </p>
    </section>
  );
}
