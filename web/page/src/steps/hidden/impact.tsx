/** The exercise on the outputs of a network of 128 → 512 → 128 with GELU and with ReLU. */
import { Folded } from '../../controls/folded.tsx';
import { Paragraph } from '../../controls/message.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';
import { answers } from './answers.ts';

const columns = [
  { field: 'mean', style: 'statistic' },
  { field: 'standard_deviation', style: 'statistic' },
  { field: 'negative_share', style: 'percent' },
] as const;

function ImpactTable() {
  const { answer, error } = answers.impact.value;
  const heads = {
    x: t('hidden.impact_input'),
    gelu: t('hidden.impact_output', { activation: t('activation.name_gelu') }),
    relu: t('hidden.impact_output', { activation: t('activation.name_relu') }),
  };
  const difference = <Value of={answer} path="mean_absolute_difference" style="statistic" />;
  return (
    <>
      <CallErrorNotice error={error} />
      <NumberTable
        caption={t('statistics.caption')}
        heads={[t('statistics.tensor'), ...columns.map(({ field }) => t(`statistics.${field}`))]}
        rows={(['x', 'gelu', 'relu'] as const).map((name) => ({
          head: heads[name],
          cells: columns.map(({ field, style }) => (
            <Value of={answer} path={`${name}.${field}`} style={style} />
          )),
        }))}
      />
      <p>
        {t('statistics.difference')} {difference}
      </p>
      <Paragraph class="hint" id="hidden.impact_text" />
    </>
  );
}

export function Impact() {
  return (
    <Folded {...folded_part('hidden.impact')}>
      <ImpactTable />
    </Folded>
  );
}
