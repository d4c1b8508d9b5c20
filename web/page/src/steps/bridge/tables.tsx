/** Tables that compare the toy network with GPT-2's size: sparsity, standard deviations, parameters and operations. */
import { Value } from '../../numbers/value.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { SparsityRows } from '../../numbers/sparsity_rows.tsx';
import { t } from '../../words/i18n.ts';
import { bridge_tensors } from './calls.ts';
import type { BridgeReply, BridgeTensor } from './calls.ts';

type Replies = readonly (BridgeReply | undefined)[];

const activations = ['gelu', 'relu'] as const;

function network_name(reply: BridgeReply | undefined, index: number) {
  return (
    <>
      {t(index === 0 ? 'bridge.toy' : 'bridge.large')}
      <span class="bridge_sizes">{reply ? `${reply.d_model} → ${reply.d_ff}` : ''}</span>
    </>
  );
}

/** Columns of two networks, each with two activations. */
function SparsityHeads({ replies }: { readonly replies: Replies }) {
  return (
    <thead>
      <tr>
        <td />
        {replies.map((reply, index) => (
          <th key={index} scope="colgroup" colSpan={2}>
            {network_name(reply, index)}
          </th>
        ))}
      </tr>
      <tr>
        <th scope="col">{t('hidden.definition')}</th>
        {replies.map((_, index) =>
          activations.map((activation) => (
            <th key={`${index} ${activation}`} scope="col">
              {t(`activation.short_${activation}`)}
            </th>
          )),
        )}
      </tr>
    </thead>
  );
}

export function SparsityTable({ replies }: { readonly replies: Replies }) {
  const columns = replies.flatMap((reply) =>
    activations.map((name) => ({ shares: reply?.sparsity[name], tensor: `${reply?.network} hidden.${name}` })),
  );
  return (
    <div class="table_frame">
      <table class="numbers bridge_table">
        <caption>{t('bridge.sparsity')}</caption>
        <SparsityHeads replies={replies} />
        <SparsityRows threshold={replies[0]?.threshold} columns={columns} call="bridge" />
      </table>
    </div>
  );
}

const formulas: Record<BridgeTensor, string> = {
  w1: 'W1',
  x: 'x',
  pre_activation: 'z = x·W1ᵀ + b1',
  'hidden.gelu': 'a = GELU(z)',
  'output.gelu': 'y = a·W2ᵀ + b2',
};

export function SizeTable({ replies }: { readonly replies: Replies }) {
  return (
    <NumberTable class="bridge_table" caption={t('bridge.spread')} heads={[t('bridge.quantity'), ...replies.map(network_name)]}>
      <tbody>
        {bridge_tensors.map((name) => (
          <tr key={name}>
            <th scope="row">
              <code>{formulas[name]}</code>
            </th>
            {replies.map((reply, index) => (
              <td key={index}>
                <Value
                  value={reply?.summaries[name].standard_deviation}
                  style="statistic"
                  call="bridge"
                  tensor={`${reply?.network} ${name}`}
                  index="standard_deviation"
                />
              </td>
            ))}
          </tr>
        ))}
        {(['parameters', 'operations'] as const).map((field, row) => (
          <tr key={field} class={row === 0 ? 'row_of_sums' : undefined}>
            <th scope="row">{t(`bridge.${field}`)}</th>
            {replies.map((reply, index) => (
              <td key={index}>
                <Value value={reply?.cost[field]} style="count" call="bridge" tensor={`${reply?.network} cost`} index={field} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </NumberTable>
  );
}
