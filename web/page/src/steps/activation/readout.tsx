/** Table of values and derivatives at the cursor. */
import { NumberTable } from '../../controls/number_table.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import type { CurveKind } from '../../numbers/url_state.ts';
import { CoveredValue, derivative_shown } from './cover.tsx';
import { approximate_kinds, at_cursor } from './curves.ts';
import { reading_order } from './data.ts';
import type { ApproximateKind } from './data.ts';

const parts = ['value', 'derivative'] as const;

/** ReLU's derivative is shown from the start; the user has to guess the others. */
const is_covered = (part: (typeof parts)[number], kind: CurveKind) => part === 'derivative' && kind !== 'relu' && !derivative_shown();

function Row({ kind }: { readonly kind: CurveKind }) {
  return (
    <tr>
      <th scope="row">
        <SeriesSwatch kind={kind} />
        {t(`activation.name_${kind}`)}
      </th>
      {parts.map((part) => (
        <td key={part}>
          {is_covered(part, kind) ? <CoveredValue /> : <Value of={at_cursor.value.answer} path={`${kind}.${part}.0`} style="precise" />}
        </td>
      ))}
    </tr>
  );
}

function DifferenceRow({ other, first }: { readonly other: ApproximateKind; readonly first: boolean }) {
  return (
    <tr class={first ? 'row_of_sums' : undefined}>
      <th scope="row">{t(`activation.minus_${other}`)}</th>
      {parts.map((part) => (
        <td key={part}>
          <Value of={at_cursor.value.answer} path={`differences.${other}.${part}.0`} style="precise" />
        </td>
      ))}
    </tr>
  );
}

export function ActivationReadout() {
  const x = at_cursor.value.answer?.value.x[0] ?? store.cursor_x.value;
  const shown = store.curves.value;
  return (
    <NumberTable caption={t('activation.readout', { x: format_number(x, 'tick') })} heads={[t('activation.curve'), 'f(x)', 'f′(x)']}>
      <tbody>
        {reading_order
          .filter((kind) => shown.includes(kind))
          .map((kind) => (
            <Row key={kind} kind={kind} />
          ))}
        {approximate_kinds
          .filter((kind) => shown.includes(kind))
          .map((other, index) => (
            <DifferenceRow key={other} other={other} first={index === 0} />
          ))}
      </tbody>
    </NumberTable>
  );
}
