/** The share of the feed-forward networks in the four GPT-2 models. */
import type { ModelCost } from 'ffn-lab';
import { ShareBar } from '../../charts/share_bar.tsx';
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { Covered } from '../../quiz/covered.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { reference } from './answers.ts';
import { gpt2_models } from './reference_costs.ts';
import { ShareLegend } from './share_legend.tsx';

const model_parts = ['embeddings', 'attention', 'norms', 'feed_forward'] as const;

const bar_parts = ({ token_embedding, position_embedding, ...cost }: ModelCost) =>
  model_parts.map((name) => ({
    name,
    count: name === 'embeddings' ? token_embedding + position_embedding : cost[name],
  }));

function model_row({ name, n_layers, d_model }: (typeof gpt2_models)[number], index: number) {
  const { answer } = reference.value;
  const models = answer?.value.models;
  const [cost, largest] = [models?.[index], models?.at(-1)];
  const value = (
    field: 'parameters' | 'feed_forward' | 'feed_forward_share',
    style: 'count' | 'percent',
  ) => <Value of={answer} path={`models.${index}.${field}`} style={style} />;
  const head = (
    <>
      {name}
      <span class="model_size">
        {t('cost.model_size', { layers: n_layers, d_model: format_number(d_model, 'count') })}
      </span>
    </>
  );
  const bar = cost && largest && <ShareBar parts={bar_parts(cost)} full={largest.parameters} />;
  return {
    head,
    cells: [
      [value('parameters', 'count'), bar],
      value('feed_forward', 'count'),
      value('feed_forward_share', 'percent'),
    ],
  };
}

export function Gpt2Costs() {
  const heads = [t('cost.model'), t('cost.parameters'), t('cost.in_feed_forward'), t('cost.share')];
  return (
    <div class="gpt2_costs">
      <Heading part="cost.models" />
      <Covered questions={['share_of_block']}>
        <FigureFrame
          name="gpt2_costs"
          title={t('cost.models_title')}
          data={() =>
            figure_of(reference.value.answer, {
              parts: ['models'],
              beside: { model: gpt2_models.map(({ name }) => name) },
            })
          }
        >
          <NumberTable
            class="cost_table"
            caption={t('cost.models_caption')}
            heads={heads}
            rows={gpt2_models.map(model_row)}
          />
          <ShareLegend parts={model_parts} />
        </FigureFrame>
      </Covered>
    </div>
  );
}
