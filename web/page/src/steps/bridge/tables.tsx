/** Tables that compare the toy network with GPT-2's size: sparsity, standard deviations, parameters and operations. */
import { Value } from '../../numbers/value.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { thresholds } from '../../numbers/thresholds.ts';
import { activations, definitions, summary_names } from './answers.ts';
import type { NetworkAnswer } from './answers.ts';

interface TableProps {
  /** The answers about the toy network and the one of GPT-2's size. */
  readonly answers: readonly (NetworkAnswer | undefined)[];
}

function network_head(answer: NetworkAnswer | undefined, index: number) {
  return (
    <>
      {t(index === 0 ? 'bridge.toy' : 'bridge.large')}
      <span class="bridge_sizes">{answer ? `${answer.value.d_model} → ${answer.value.d_ff}` : ''}</span>
    </>
  );
}

/** Columns of two networks, each with two activations. */
function SparsityHeads({ answers }: TableProps) {
  return (
    <thead>
      <tr>
        <td />
        {answers.map((answer, index) => (
          <th key={index} scope="colgroup" colSpan={2}>
            {network_head(answer, index)}
          </th>
        ))}
      </tr>
      <tr>
        <th scope="col">{t('hidden.definition')}</th>
        {answers.map((_, index) =>
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

export function SparsityTable({ answers }: TableProps) {
  const threshold = store.threshold.value;
  const limit = format_number(threshold, 'tick');
  const place = thresholds.indexOf(threshold);
  return (
    <div class="table_frame">
      <table class="numbers bridge_table">
        <caption>{t('bridge.sparsity')}</caption>
        <SparsityHeads answers={answers} />
        <tbody>
          {definitions.map((definition) => (
            <tr key={definition}>
              <th scope="row">{t(`hidden.sparse_${definition}`, { limit })}</th>
              {answers.map((answer, index) =>
                activations.map((activation) => (
                  <td key={`${index} ${activation}`}>
                    <Value of={answer} path={`sparsity.${place}.${activation}.${definition}_share`} style="percent" />
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

const formulas: Record<(typeof summary_names)[number], string> = {
  w1: 'W1',
  x: 'x',
  pre_activation: 'z = x·W1ᵀ + b1',
  hidden: 'a = GELU(z)',
  output: 'y = a·W2ᵀ + b2',
};

export function SizeTable({ answers }: TableProps) {
  return (
    <NumberTable class="bridge_table" caption={t('bridge.spread')} heads={[t('bridge.quantity'), ...answers.map(network_head)]}>
      <tbody>
        {summary_names.map((name) => (
          <tr key={name}>
            <th scope="row">
              <code>{formulas[name]}</code>
            </th>
            {answers.map((answer, index) => (
              <td key={index}>
                <Value of={answer} path={`summaries.${name}.standard_deviation`} style="statistic" />
              </td>
            ))}
          </tr>
        ))}
        {(['parameters', 'operations'] as const).map((field, row) => (
          <tr key={field} class={row === 0 ? 'row_of_sums' : undefined}>
            <th scope="row">{t(`bridge.${field}`)}</th>
            {answers.map((answer, index) => (
              <td key={index}>
                <Value of={answer} path={`cost.${field}`} style="count" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </NumberTable>
  );
}
