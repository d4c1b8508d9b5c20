/** Table of three definitions of sparsity; they disagree most for GELU. */
import { Value } from '../../numbers/value.tsx';
import type { HiddenReply } from '../../numbers/protocol.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';

const definitions = ['zero', 'not_positive', 'small'] as const;
const activations = ['gelu', 'relu'] as const;

export function SparsityTable({ reply }: { readonly reply: HiddenReply | undefined }) {
  const limit = format_number(reply?.threshold ?? store.threshold.value, 'tick');
  return (
    <div class="table_frame">
      <table class="numbers">
        <caption>{t('hidden.sparsity')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('hidden.definition')}</th>
            <th scope="col">{t(reply?.gelu === 'gelu_tanh' ? 'activation.name_gelu_tanh' : 'activation.name_gelu')}</th>
            <th scope="col">{t('activation.name_relu')}</th>
          </tr>
        </thead>
        <tbody>
          {definitions.map((definition) => (
            <tr key={definition}>
              <th scope="row">{t(`hidden.sparse_${definition}`, { limit })}</th>
              {activations.map((activation) => (
                <td key={activation}>
                  <Value
                    value={reply?.sparsity[activation][`${definition}_share`]}
                    style="percent"
                    call="sparsity"
                    tensor={`hidden.${activation}`}
                    index={`${definition}_share`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
