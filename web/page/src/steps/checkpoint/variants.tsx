/** Runs the weights with other activations than the one they were trained with and shows how activations and outputs change. */
import { NumberTable } from '../../controls/number_table.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { origin_of, text_column } from '../../export/figure_data.ts';
import type { Column, FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { layer_answer } from './answers.ts';
import { activation_kinds, variant_percents } from './layer_recipe.ts';
import { activation_name, Part } from './part.tsx';
import { model } from './state.ts';

/** Published errors of an interpretability data set that was made with another form of GELU than GPT-2's own. */
const published_change = {
  address: 'https://github.com/openai/automated-interpretability#public-datasets',
  /** Absolute differences of the hidden activations of GPT-2 small, as printed: median, 90th, 99th and 99.9th percentile. */
  percentiles: [0.009, 0.0252, 0.0839, 0.1736],
} as const;

/** A pass with the model's own activation, which the others are compared with. */
const variants = layer_answer('variants', () => model.value && { activation: model.value.activation });

const parts = ['hidden', 'output'] as const;
type PartName = (typeof parts)[number];

const percentile_name = (percent: number) =>
  percent === 50 ? t('checkpoint.median') : t('checkpoint.percentile', { percent: format_number(percent, 'tick') });

function PublishedRow() {
  return (
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
  );
}

function Changes({ part }: { readonly part: PartName }) {
  const answer = variants.shown.value;
  return (
    <NumberTable
      caption={<Message id={`checkpoint.change_of_${part}`} />}
      heads={[t('checkpoint.instead'), ...variant_percents.map((percent) => percentile_name(percent))]}
      region={t('figure.table_of', { title: t(`checkpoint.part_${part}`) })}
    >
      <tbody>
        {activation_kinds
          .filter((kind) => kind !== model.value?.activation)
          .map((kind, row) => (
            <tr key={kind}>
              <th scope="row">{activation_name(kind)}</th>
              {variant_percents.map((percent, place) => (
                <td key={percent}>
                  <Value of={answer} path={`${row}.${part}.percentiles.${place}` as never} style="limit" />
                </td>
              ))}
            </tr>
          ))}
        {part === 'hidden' && <PublishedRow />}
      </tbody>
    </NumberTable>
  );
}

function figure_data(): FigureData | undefined {
  const answer = variants.shown.value;
  if (answer === undefined) return undefined;
  const rows = answer.value.flatMap(({ activation, ...change }, index) =>
    parts.map((part) => ({ name: `${activation}.${part}`, path: `${index}.${part}.percentiles`, percentiles: change[part].percentiles! })),
  );
  const column = (percent: number, place: number): Column => ({
    name: `p${percent}`,
    at: (row) => rows[row]?.percentiles[place] ?? NaN,
    style: 'precise',
    single: false,
    tensor: (row) => rows[row]?.path ?? '',
    index: () => place,
  });
  const names = rows.map(({ name }) => name);
  return {
    ...origin_of(answer),
    tensors: rows.map(({ name, percentiles }) => ({ tensor: name, shape: [percentiles.length], data: percentiles })),
    table: { rows: rows.length, columns: [text_column('tensor', names), ...variant_percents.map(column)] },
  };
}

export function VariantsPart() {
  return (
    <Part
      folded
      name="variants"
      of_layer
      busy={variants.resource.pending}
      text="checkpoint.variants_text"
      values={{ own: activation_name(model.value?.activation ?? 'gelu') }}
      error={variants.resource}
    >
      <FigureFrame name="checkpoint_variants" title={t('checkpoint.variants')} data={figure_data}>
        {parts.map((part) => (
          <Changes key={part} part={part} />
        ))}
      </FigureFrame>
      <p class="hint">
        <Message id="checkpoint.published_text" />
      </p>
    </Part>
  );
}
