/** Table of the tensors of a family. */
import type { VNode } from 'preact';
import { NumberTable } from '../../controls/number_table.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import type { CheckRow, Tolerance } from './check.ts';
import { self_test } from './self_test.ts';

/** Formats a row-major index as indices per axis: `[1, 0, 5]`. */
export function place_text(at: number, shape: readonly number[]): string {
  const places = shape.map((size, axis) => {
    const below = shape.slice(axis + 1).reduce((product, each) => product * each, 1);
    return Math.floor(at / below) % size;
  });
  return `[${places.join(', ')}]`;
}

export const shape_text = (shape: readonly number[]) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/** Formats a tolerance; M is the tensor's largest element, as in the panel's text. */
export function tolerance_text({ kind, limit }: Tolerance): string {
  if (limit === 0) return t('proof.same_bits');
  const number = format_number(limit, 'limit');
  if (kind === 'absolute') return `< ${number}`;
  return kind === 'relative' ? `< ${number} · M` : `< ${number} · max(1, M)`;
}

/** Allows line breaks after the underscores of a name. */
function breakable(name: string): (string | VNode)[] {
  return name.split(/(?<=_)/).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]));
}

/** A row with its index among all rows. */
export interface NumberedRow {
  readonly row: CheckRow;
  readonly index: number;
}

function Verdict({ passed }: { readonly passed: boolean }) {
  return (
    <span class={passed ? 'check_passed' : 'check_failed'}>
      <span aria-hidden="true">{passed ? '✓' : '✗'}</span>
      <span class="visually_hidden">{t(passed ? 'proof.within' : 'proof.beyond')}</span>
    </span>
  );
}

function Row({ row, index }: NumberedRow) {
  const { tensor, shape, largest, at, tolerance, passed } = row;
  return (
    <tr>
      <th scope="row">
        <code>{breakable(tensor)}</code> <span class="check_detail">{shape_text(shape)}</span>
      </th>
      <td>
        <span class="check_number">
          {largest !== 0 && <code class="check_detail">{place_text(at, shape)}</code>}
          <Value of={self_test.value.answer} path={`rows.${index}.largest`} style="limit" />
        </span>
      </td>
      <td>{tolerance_text(tolerance)}</td>
      <td>
        <Verdict passed={passed} />
      </td>
    </tr>
  );
}

export function CheckTable({ title, rows }: { readonly title: string; readonly rows: readonly NumberedRow[] }) {
  const verdict = <span class="visually_hidden">{t('proof.verdict')}</span>;
  return (
    <NumberTable
      class="check_table"
      caption={<span class="visually_hidden">{title}</span>}
      heads={[t('proof.tensor'), t('proof.largest'), t('proof.tolerance'), verdict]}
    >
      <tbody>
        {rows.map(({ row, index }) => (
          <Row key={row.tensor} row={row} index={index} />
        ))}
      </tbody>
    </NumberTable>
  );
}
