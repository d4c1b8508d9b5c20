/** Rows of a table of sparsity: three definitions, which disagree most for GELU. */
import { format_number, t } from '../words/i18n.ts';
import type { SparsityShares } from './protocol.ts';
import { store } from './store.ts';
import { Value } from './value.tsx';

const definitions = ['zero', 'not_positive', 'small'] as const;

interface SparsityRowsProps {
  /** The largest magnitude that counts as small; default: the chosen one. */
  readonly threshold: number | undefined;
  readonly columns: readonly { readonly shares: SparsityShares | undefined; readonly tensor: string }[];
  readonly call: string;
}

export function SparsityRows({ threshold, columns, call }: SparsityRowsProps) {
  const limit = format_number(threshold ?? store.threshold.value, 'tick');
  return (
    <tbody>
      {definitions.map((definition) => (
        <tr key={definition}>
          <th scope="row">{t(`hidden.sparse_${definition}`, { limit })}</th>
          {columns.map(({ shares, tensor }, index) => (
            <td key={index}>
              <Value value={shares?.[`${definition}_share`]} style="percent" call={call} tensor={tensor} index={`${definition}_share`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
