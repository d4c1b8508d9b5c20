/** Summary of the pass: sizes, a table of statistics per tensor, and the difference between the two outputs. */
import { NumberTable } from '../../controls/number_table.tsx';
import type { Summary } from 'ffn-lab';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import type { FeedForwardReply } from '../../numbers/protocol.ts';
import { base_name, tensor_names } from '../../numbers/tensor_names.ts';
import type { TensorName } from '../../numbers/tensor_names.ts';
import { t } from '../../words/i18n.ts';
import type { NumberStyle } from '../../words/number_format.ts';

const columns: readonly {
  readonly field: keyof Summary & ('mean' | 'standard_deviation' | 'negative_share');
  readonly style: NumberStyle;
}[] = [
  { field: 'mean', style: 'statistic' },
  { field: 'standard_deviation', style: 'statistic' },
  { field: 'negative_share', style: 'percent' },
];

export function ForwardFacts({ reply }: { readonly reply: FeedForwardReply }) {
  const facts = ['d_model', 'd_ff', 'parameter_count'] as const;
  return (
    <dl class="facts">
      {facts.map((field) => (
        <div key={field}>
          <dt>
            <code>{field}</code>
          </dt>
          <dd>
            <Value value={reply[field]} style="count" call="feed_forward" tensor="ffn" index={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Row({ name, reply }: { readonly name: TensorName; readonly reply: FeedForwardReply }) {
  const summary = reply.summaries[name];
  const activation = name.endsWith('.relu') ? 'relu' : name.endsWith('.gelu') ? reply.gelu : undefined;
  return (
    <tr>
      <th scope="row">
        <code>{base_name(name)}</code> {activation && <span class="row_activation">{t(`activation.short_${activation}`)}</span>}
      </th>
      {columns.map(({ field, style }) => (
        <td key={field}>
          {field === 'standard_deviation' && summary.count < 2 ? (
            <span>{t('statistics.undefined')}</span>
          ) : (
            <Value value={summary[field]} style={style} call="summarize" tensor={name} index={field} />
          )}
        </td>
      ))}
    </tr>
  );
}

export function StatisticsTable({ reply }: { readonly reply: FeedForwardReply }) {
  return (
    <div class="statistics">
      <h3>{t('statistics.title')}</h3>
      <NumberTable
        caption={t('statistics.caption')}
        heads={[t('statistics.tensor'), ...columns.map(({ field }) => t(`statistics.${field}`))]}
      >
        <tbody>
          {tensor_names.map((name) => (
            <Row key={name} name={name} reply={reply} />
          ))}
        </tbody>
      </NumberTable>
      <p class="statistics_difference">
        <Message id="statistics.difference" />{' '}
        <Value
          value={reply.mean_absolute_difference}
          style="statistic"
          call="mean_absolute_difference"
          tensor="output.gelu−output.relu"
          index={0}
        />
      </p>
    </div>
  );
}
