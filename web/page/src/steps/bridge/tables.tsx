/** Tables that compare the toy network with GPT-2's size: sparsity, standard deviations, parameters and operations. */
import { Value } from '../../numbers/value.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { SparsityTable } from '../../numbers/sparsity_table.tsx';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { thresholds } from '../../numbers/thresholds.ts';
import { activations, summary_names, type NetworkAnswer } from './answers.ts';

interface TableProps {
  /** The answers about the toy network and the one of GPT-2's size. */
  readonly answers: readonly (NetworkAnswer | undefined)[];
}

function network_head(answer: NetworkAnswer | undefined, index: number) {
  return (
    <>
      {t(index === 0 ? 'bridge.toy_title' : 'bridge.large_title')}
      <span class="bridge_sizes">{answer ? `${answer.value.d_model} → ${answer.value.d_ff}` : ''}</span>
    </>
  );
}

/** Columns of two networks, each with two activations. */
export function ActivationsTable({ answers }: TableProps) {
  const threshold = store.threshold.value;
  const path = (activation: string) => `sparsity.${thresholds.indexOf(threshold)}.${activation}`;
  const columns = answers.flatMap((of, index) =>
    activations.map((activation) => {
      const head = (
        <>
          {network_head(of, index)}
          <span class="bridge_sizes">{t(`activation.short_${activation}`)}</span>
        </>
      );
      return { head, of, path: path(activation) };
    }),
  );
  return <SparsityTable caption={t('bridge.sparsity')} threshold={threshold} columns={columns} />;
}

const formulas: Record<(typeof summary_names)[number], string> = {
  w1: 'W1',
  x: 'x',
  pre_activation: 'z = W1 · x + b1',
  hidden: 'a = GELU(z)',
  output: 'y = W2 · a + b2',
};

export function SizeTable({ answers }: TableProps) {
  const deviations = summary_names.map((name) => ({
    head: <code>{formulas[name]}</code>,
    cells: answers.map((answer) => <Value of={answer} path={`summaries.${name}.standard_deviation`} style="statistic" />),
  }));
  const costs = (['parameters', 'operations'] as const).map((field, row) => ({
    class: row === 0 ? 'row_of_sums' : undefined,
    head: t(`bridge.${field}`),
    cells: answers.map((answer) => <Value of={answer} path={`cost.${field}`} style="count" />),
  }));
  return (
    <NumberTable
      class="bridge_table"
      caption={t('bridge.spread')}
      heads={[t('bridge.quantity'), ...answers.map(network_head)]}
      rows={[...deviations, ...costs]}
    />
  );
}
