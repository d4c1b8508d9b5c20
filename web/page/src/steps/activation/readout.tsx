/** Table of values and derivatives at the cursor. */
import { NumberTable } from '../../controls/number_table.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import type { CurveKind } from '../../numbers/url_state.ts';
import { CoveredValue, is_covered } from './cover.tsx';
import { approximate_kinds, at_cursor } from './curves.ts';
import { reading_order } from './data.ts';
import type { ApproximateKind } from './data.ts';

const parts = ['value', 'derivative'] as const;

function value_row(kind: CurveKind) {
  const head = (
    <>
      <SeriesSwatch kind={kind} />
      {t(`activation.name_${kind}`)}
    </>
  );
  const cells = parts.map((part) =>
    is_covered(part, kind) ? <CoveredValue /> : <Value of={at_cursor.value.answer} path={`${kind}.${part}.0`} style="precise" />,
  );
  return { head, cells };
}

function difference_row(other: ApproximateKind, index: number) {
  const cells = parts.map((part) => <Value of={at_cursor.value.answer} path={`differences.${other}.${part}.0`} style="precise" />);
  return { class: index === 0 ? 'row_of_sums' : undefined, head: t(`activation.minus_${other}`), cells };
}

export function ActivationReadout() {
  const x = at_cursor.value.answer?.value.x[0] ?? store.cursor_x.value;
  const is_shown = (kind: CurveKind) => store.curves.value.includes(kind);
  return (
    <NumberTable
      caption={t('activation.readout', { x: format_number(x, 'tick') })}
      heads={[t('activation.curve'), 'f(x)', 'f′(x)']}
      rows={[...reading_order.filter(is_shown).map(value_row), ...approximate_kinds.filter(is_shown).map(difference_row)]}
    />
  );
}
