/** The exercise on four rates: the variance between training passes, measured and expected. */
import { Folded } from '../../controls/folded.tsx';
import { Paragraph } from '../../controls/message.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { asked_answer } from '../../numbers/asked.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Value } from '../../numbers/value.tsx';
import { store } from '../../state/store.ts';
import { format_count, t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';
import { dropouts } from './entry.ts';
import type * as recipe from './recipe.ts';

const variances = asked_answer<typeof recipe.variances>('dropout.variances');

function RateTable() {
  const { answer, error } = variances.value;
  const passes = answer?.state.dropout_passes ?? store.dropout_passes.value;
  return (
    <div aria-busy={variances.pending}>
      <CallErrorNotice error={error} />
      <NumberTable
        caption={t('dropout.rates_caption', { passes: format_count(passes) })}
        heads={['p', t('dropout.measured'), t('dropout.expected')]}
        rows={dropouts.map((_, row) => ({
          head: <Value of={answer} path={`rows.${row}.dropout`} style="tick" />,
          cells: [
            <>
              <Value of={answer} path={`rows.${row}.average_variance`} style="statistic" />
              {' ±\u00A0'}
              <Value of={answer} path={`rows.${row}.average_error`} style="statistic" />
            </>,
            <Value of={answer} path={`rows.${row}.average_theory`} style="statistic" />,
          ],
        }))}
      />
    </div>
  );
}

export function Rates() {
  return (
    <Folded {...folded_part('dropout.rates')}>
      <RateTable />
      <Paragraph class="hint" id="dropout.rates_text" />
    </Folded>
  );
}
