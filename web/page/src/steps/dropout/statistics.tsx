/** Mean and variance of the output, measured and expected, beside those of the run before. */
import { NumberTable } from '../../controls/number_table.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import type { Experiment } from './answers.ts';

const statistics = ['mean', 'variance'] as const;

/** The expected value of each statistic. */
const expected = { mean: 'evaluation', variance: 'theory_variance' } as const;

/** Returns the run before if it is about the same output, which is then the same without dropout. */
export const of_same_output = (answer: Experiment, before: Experiment | undefined) =>
  before?.value.evaluation === answer.value.evaluation ? before : undefined;

interface MeasuredProps {
  readonly answer: Experiment;
  readonly field: (typeof statistics)[number];
}

/** A measured statistic with its standard error: `value ± error`. */
const Measured = ({ answer, field }: MeasuredProps) => (
  <>
    <Value of={answer} path={field} style="statistic" /> ±{' '}
    <Value of={answer} path={`${field}_error`} style="statistic" />
  </>
);

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
          <Measured key="now" answer={answer} field={field} />,
          <Value key="expected" of={answer} path={expected[field]} style="statistic" />,
          ...(before ? [<Measured key="before" answer={before} field={field} />] : []),
        ],
      }))}
    />
  );
}
