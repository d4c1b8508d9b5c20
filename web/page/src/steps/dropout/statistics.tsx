/** Mean and variance of the output, measured and expected, beside those of the run before. */
import type { ComponentChildren } from 'preact';
import { NumberTable } from '../../controls/number_table.tsx';
import { Value } from '../../numbers/value.tsx';
import type { SheetCells } from '../../quiz/sheet_table.tsx';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { more_passes, type Experiment } from './answers.ts';

const statistics = ['mean', 'variance'] as const;

/** The expected value of each statistic. */
const expected = { mean: 'evaluation', variance: 'theory_variance' } as const;

/** Returns the run before if it is about the same output, which is then the same without dropout. */
export const of_same_output = (answer: Experiment, before: Experiment | undefined) =>
  before?.value.evaluation === answer.value.evaluation ? before : undefined;

/** A measured statistic with its standard error: `value ± error`. */
const Measured = ({ children }: { readonly children: readonly ComponentChildren[] }) => (
  <>
    {children[0]}
    {' ±\u00A0'}
    {children[1]}
  </>
);

const measured = (of: Experiment, field: (typeof statistics)[number]) => (
  <Measured>
    <Value of={of} path={field} style="statistic" />
    <Value of={of} path={`${field}_error`} style="statistic" />
  </Measured>
);

/** Fills in the worksheet: both statistics after each number of passes. */
export const sheet_cells: SheetCells = () => {
  const answer = more_passes.shown.value;
  return answer?.value.rows.map((_, row) =>
    statistics.map((field) => (
      <Measured key={field}>
        <Value of={answer} path={`rows.${row}.${field}`} style="statistic" />
        <Value of={answer} path={`rows.${row}.${field}_error`} style="statistic" />
      </Measured>
    )),
  );
};

/** Names a run by its settings. */
const name_of = ({ state, value }: Experiment): string =>
  t('dropout.before', {
    passes: format_count(value.count),
    p: format_tick(state.dropout),
    placement: t(`dropout.placement_${state.dropout_placement}`),
  });

interface StatisticsProps {
  readonly answer: Experiment;
  readonly before: Experiment | undefined;
}

export function Statistics({ answer, before }: StatisticsProps) {
  return (
    <NumberTable
      caption={t('dropout.table', { passes: format_count(answer.value.count) })}
      heads={[
        undefined,
        t('dropout.measured'),
        t('dropout.expected'),
        ...(before ? [name_of(before)] : []),
      ]}
      rows={statistics.map((field) => ({
        head: t(`dropout.${field}`),
        cells: [
          measured(answer, field),
          <Value key="expected" of={answer} path={expected[field]} style="statistic" />,
          ...(before ? [measured(before, field)] : []),
        ],
      }))}
    />
  );
}
