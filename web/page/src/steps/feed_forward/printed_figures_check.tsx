/** Worked example 4 → 8 → 4: the figures that its source prints beside the correct ones, computed from its own weights and input. */
import { Folded } from '../../controls/folded.tsx';
import { Value } from '../../numbers/value.tsx';
import { printed_figures } from './printed_figures.ts';
import type { Pass } from '../../numbers/forward_pass.ts';
import { format_number, t } from '../../words/i18n.ts';

type Printed = (typeof printed_figures)[number];

const style_of = { 2: 'hundredths', 3: 'cell' } as const;

function Rows({ printed, pass, token }: { readonly printed: Printed; readonly pass: Pass; readonly token: number }) {
  const row = printed.rows[token] ?? [];
  const style = style_of[printed.digits];
  const { data } = pass.value.tensors[printed.tensor];
  const right = row.map((_, feature) => data[token * row.length + feature] ?? NaN);
  // Compares formatted texts: numbers agree if they are equal at the printed precision.
  const agrees = (feature: number) => format_number(right[feature] ?? NaN, style) === format_number(row[feature] ?? NaN, style);
  return (
    <>
      <tr>
        <th scope="row" rowSpan={2}>
          <code>
            {printed.name}[{token}]
          </code>
        </th>
        <th scope="row">{t('printed_figures.printed')}</th>
        {row.map((value, feature) => (
          <td key={feature} class={agrees(feature) ? undefined : 'printed_wrong'}>
            {agrees(feature) ? format_number(value, style) : <del>{format_number(value, style)}</del>}
          </td>
        ))}
      </tr>
      <tr class="row_of_rights">
        <th scope="row">{t('printed_figures.right')}</th>
        {right.map((_, feature) => (
          <td key={feature}>
            <Value of={pass} path={`tensors.${printed.tensor}.${token * row.length + feature}`} style={style} />
          </td>
        ))}
      </tr>
    </>
  );
}

/** Rendered only for the unedited worked example: other numbers have no printed counterpart. */
export function PrintedFiguresCheck({ pass, token }: { readonly pass: Pass; readonly token: number }) {
  const { example, gelu, edits } = pass.state;
  if (example !== 'chapter' || gelu !== 'gelu_tanh' || edits.length > 0) return null;
  return (
    <Folded title={t('printed_figures.title')} about={t('printed_figures.lead')}>
      <div class="table_frame printed_figures_check">
        <table class="numbers">
          <caption>{t('printed_figures.caption', { position: token })}</caption>
          <tbody>
            {printed_figures.map((printed) => (
              <Rows key={printed.name} printed={printed} pass={pass} token={token} />
            ))}
          </tbody>
        </table>
      </div>
    </Folded>
  );
}
