/** Parameter counts of whole models. */
import { gpt2_models } from './reference_costs.ts';
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import type { ModelCost } from 'ffn-lab';
import { ShareBar, ShareSwatch } from '../../charts/share_bar.tsx';
import type { PartName } from '../../charts/share_bar.tsx';
import { Covered } from '../../numbers/covered.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { model_data, reference } from './answers.ts';

type ModelField = keyof ModelCost;
const model_parts: readonly (readonly [PartName, readonly ModelField[]])[] = [
  ['embeddings', ['token_embedding', 'position_embedding']],
  ['attention', ['attention']],
  ['norms', ['norms']],
  ['feed_forward', ['feed_forward']],
];

/** Parts of a model's bar: each sums one or more fields of its cost. */
function bar_parts(cost: ModelCost) {
  return model_parts.map(([name, fields]) => ({ name, count: fields.reduce((sum, field) => sum + cost[field], 0) }));
}

function model_row(index: number, max_parameters: number | undefined) {
  const { name, n_layers, d_model } = gpt2_models[index] as (typeof gpt2_models)[number];
  const { answer } = reference.value;
  const cost = answer?.value.models[index];
  const value = (field: ModelField, style: 'count' | 'percent') => <Value of={answer} path={`models.${index}.${field}`} style={style} />;
  const head = (
    <>
      {name}
      <span class="model_size">{t('cost.model_size', { layers: n_layers, d_model: format_number(d_model, 'count') })}</span>
    </>
  );
  const parameters = (
    <>
      {value('parameters', 'count')}
      {cost && max_parameters && <ShareBar parts={bar_parts(cost)} full={max_parameters} />}
    </>
  );
  return { head, cells: [parameters, value('feed_forward', 'count'), value('feed_forward_share', 'percent')] };
}

export function GptModels() {
  const { answer } = reference.value;
  const max_parameters = answer?.value.models.at(-1)?.parameters;
  return (
    <div class="gpt2_costs">
      <Heading part="cost.models" />
      <Covered questions={['share_of_block']}>
        <FigureFrame name="gpt2_costs" title={t('cost.models_title')} data={() => model_data(answer)}>
          <NumberTable
            class="cost_table"
            caption={t('cost.models_caption')}
            heads={[t('cost.model'), t('cost.parameters'), t('cost.in_feed_forward'), t('cost.share')]}
            rows={gpt2_models.map((_, index) => model_row(index, max_parameters))}
          />
          <ul class="share_legend">
            {model_parts.map(([name]) => (
              <li key={name}>
                <ShareSwatch name={name} /> {t(`cost.${name}`)}
              </li>
            ))}
          </ul>
        </FigureFrame>
      </Covered>
    </div>
  );
}
