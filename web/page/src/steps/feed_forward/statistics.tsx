/** Summary of the pass: sizes, a table of statistics per tensor, and the difference between the two outputs. */
import { Folded } from '../../controls/folded.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import type { Pass } from '../../numbers/forward_pass.ts';
import { base_name, tensor_key, tensor_names, type TensorName } from '../../numbers/tensor_names.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { Message } from '../../words/message.tsx';
import { folded_part } from '../../words/parts.ts';

/** Names the activation of a tensor that has passed one. */
export function RowActivation({ pass, name }: { readonly pass: Pass; readonly name: TensorName }) {
  const activation = name.endsWith('.relu') ? 'relu' : name.endsWith('.gelu') ? pass.state.gelu : undefined;
  return activation && <span class="row_activation">{t(`activation.short_${activation}`)}</span>;
}

export function ForwardFacts({ pass }: { readonly pass: Pass }) {
  return (
    <dl class="facts">
      {(['d_model', 'd_ff', 'parameter_count'] as const).map((field) => (
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

const columns = [
  { field: 'mean', style: 'statistic' },
  { field: 'standard_deviation', style: 'statistic' },
  { field: 'negative_share', style: 'percent' },
] as const;

function row_of(name: TensorName, pass: Pass) {
  const key = tensor_key(name);
  const head = (
    <>
      <code>{base_name(name)}</code> <RowActivation pass={pass} name={name} />
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
