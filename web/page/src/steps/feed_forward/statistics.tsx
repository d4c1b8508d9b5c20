/** Summary of the pass: sizes, a table of statistics per tensor, and the difference between the two outputs. */
import { Folded } from '../../controls/folded.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import type { Summary } from 'ffn-lab';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import type { Pass } from '../../numbers/forward_pass.ts';
import { base_name, tensor_key, tensor_names, type TensorName } from '../../numbers/tensor_names.ts';
import { t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';
import type { NumberStyle } from '../../words/number_format.ts';

const columns: readonly {
  readonly field: keyof Summary & ('mean' | 'standard_deviation' | 'negative_share');
  readonly style: NumberStyle;
}[] = [
  { field: 'mean', style: 'statistic' },
  { field: 'standard_deviation', style: 'statistic' },
  { field: 'negative_share', style: 'percent' },
];

export function ForwardFacts({ pass }: { readonly pass: Pass }) {
  const facts = ['d_model', 'd_ff', 'parameter_count'] as const;
  return (
    <dl class="facts">
      {facts.map((field) => (
        <div key={field}>
          <dt>
            <code>{field}</code>
          </dt>
          <dd>
            <Value of={pass} path={field} style="count" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function row_of(name: TensorName, pass: Pass) {
  const key = tensor_key(name);
  const activation = name.endsWith('.relu') ? 'relu' : name.endsWith('.gelu') ? pass.state.gelu : undefined;
  const head = (
    <>
      <code>{base_name(name)}</code> {activation && <span class="row_activation">{t(`activation.short_${activation}`)}</span>}
    </>
  );
  const cells = columns.map(({ field, style }) => {
    const undefined_here = field === 'standard_deviation' && pass.value.summaries[key].count < 2;
    return undefined_here ? t('statistics.undefined') : <Value of={pass} path={`summaries.${key}.${field}`} style={style} />;
  });
  return { head, cells };
}

export function StatisticsTable({ pass }: { readonly pass: Pass }) {
  return (
    <div class="statistics">
      <Folded {...folded_part('feed_forward.statistics')}>
        <NumberTable
          caption={t('statistics.caption')}
          heads={[t('statistics.tensor'), ...columns.map(({ field }) => t(`statistics.${field}`))]}
          rows={tensor_names.map((name) => row_of(name, pass))}
        />
        <p class="statistics_difference">
          <Message id="statistics.difference" /> <Value of={pass} path="mean_absolute_difference" style="statistic" />
        </p>
      </Folded>
    </div>
  );
}
