import { NumberTable } from '../../controls/number_table.tsx';
import type { HiddenReply } from '../../numbers/protocol.ts';
import { SparsityRows } from '../../numbers/sparsity_rows.tsx';
import { t } from '../../words/i18n.ts';

const activations = ['gelu', 'relu'] as const;

export function SparsityTable({ reply }: { readonly reply: HiddenReply | undefined }) {
  const gelu = t(reply?.gelu === 'gelu_tanh' ? 'activation.name_gelu_tanh' : 'activation.name_gelu');
  const columns = activations.map((name) => ({ shares: reply?.sparsity[name], tensor: `hidden.${name}` }));
  return (
    <NumberTable caption={t('hidden.sparsity')} heads={[t('hidden.definition'), gelu, t('activation.name_relu')]}>
      <SparsityRows threshold={reply?.threshold} columns={columns} call="sparsity" />
    </NumberTable>
  );
}
