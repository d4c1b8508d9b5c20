/** GELU and ReLU at the seven values of the source texts. */
import { NumberTable } from '../../controls/number_table.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { seven } from './curves.tsx';
import { seven_values } from './points.ts';

export function SevenValues() {
  const { answer } = seven.value;
  return (
    <NumberTable
      class="seven_values"
      caption={t('activation.seven')}
      heads={['x', t('activation.short_gelu'), t('activation.short_relu'), 'GELU − ReLU']}
      rows={seven_values.map((_, at) => ({
        head: <Value of={answer} path={`x.${at}`} style="tick" />,
        cells: [
          <Value of={answer} path={`gelu.value.${at}`} style="statistic" />,
          <Value of={answer} path={`relu.value.${at}`} style="statistic" />,
          <Value of={answer} path={`differences.${at}`} style="statistic" />,
        ],
      }))}
    />
  );
}
