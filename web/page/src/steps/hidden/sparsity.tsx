/** Table of three definitions of sparsity; they disagree most for GELU. */
import { NumberTable } from '../../controls/number_table.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { activations, definitions } from './answers.ts';
import type { Shares } from './answers.ts';

export function SparsityTable({ answer }: { readonly answer: Shares | undefined }) {
  const limit = format_number(answer?.state.threshold ?? store.threshold.value, 'tick');
  const gelu = t(answer?.state.gelu === 'gelu_tanh' ? 'activation.name_gelu_tanh' : 'activation.name_gelu');
  return (
    <NumberTable caption={t('hidden.sparsity')} heads={[t('hidden.definition'), gelu, t('activation.name_relu')]}>
      <tbody>
        {definitions.map((definition) => (
          <tr key={definition}>
            <th scope="row">{t(`hidden.sparse_${definition}`, { limit })}</th>
            {activations.map((activation) => (
              <td key={activation}>
                <Value of={answer} path={`${activation}.${definition}_share`} style="percent" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </NumberTable>
  );
}
