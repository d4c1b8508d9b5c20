/** Tables that compare the toy network with GPT-2's size: sparsity, standard deviations, parameters and operations. */
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { bridge_tensors } from './calls.ts';
import type { BridgeReply, BridgeTensor } from './calls.ts';

type Replies = readonly (BridgeReply | undefined)[];

const activations = ['gelu', 'relu'] as const;

function Heads({ replies, span = 1 }: { readonly replies: Replies; readonly span?: number }) {
  return (
    <>
      {replies.map((reply, index) => (
        <th key={index} scope={span > 1 ? 'colgroup' : 'col'} colSpan={span}>
          {t(index === 0 ? 'bridge.toy' : 'bridge.large')}
          <span class="bridge_sizes">{reply ? `${reply.d_model} → ${reply.d_ff}` : ''}</span>
        </th>
      ))}
    </>
  );
}

export function SparsityTable({ replies }: { readonly replies: Replies }) {
  const limit = format_number(replies[0]?.threshold ?? store.threshold.value, 'tick');
  return (
    <div class="table_frame">
      <table class="numbers bridge_table">
        <caption>{t('bridge.sparsity')}</caption>
        <thead>
          <tr>
            <td />
            <Heads replies={replies} span={2} />
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
        <tbody>
          {(['zero', 'not_positive', 'small'] as const).map((definition) => (
            <tr key={definition}>
              <th scope="row">{t(`hidden.sparse_${definition}`, { limit })}</th>
              {replies.map((reply, index) =>
                activations.map((activation) => (
                  <td key={`${index} ${activation}`}>
                    <Value
                      value={reply?.sparsity[activation][`${definition}_share`]}
                      style="percent"
                      call="bridge"
                      tensor={`${reply?.network} hidden.${activation}`}
                      index={`${definition}_share`}
                    />
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
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
    <div class="table_frame">
      <table class="numbers bridge_table">
        <caption>{t('bridge.spread')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('bridge.quantity')}</th>
            <Heads replies={replies} />
          </tr>
        </thead>
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
      </table>
    </div>
  );
}
