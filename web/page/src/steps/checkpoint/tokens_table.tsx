/** Table of tokens with a number and a proportional bar each. */
import type { ComponentChildren } from 'preact';
import { Value } from '../../numbers/value.tsx';
import { number_column, text_column, vector } from '../../export/figure_data.ts';
import type { FigureTable, NamedNumbers } from '../../export/figure_data.ts';
import type { NumberStyle } from '../../words/number_format.ts';
import { t } from '../../words/i18n.ts';
import type { RankedTokens } from './tokens_calls.ts';
import { tokenizer } from './tokens_state.ts';
import { token_label } from './tokens_text.ts';

interface TokensTableProps {
  readonly caption: ComponentChildren;
  readonly heading: string;
  readonly ranked: RankedTokens;
  readonly style: NumberStyle;
  /** Value of a bar of full width. */
  readonly full: number;
  readonly call: string;
  readonly tensor: string;
}

/** The token's characters, if known, and its id. */
function TokenName({ id }: { readonly id: number }) {
  return (
    <>
      {tokenizer.value?.bytes_of(id) !== undefined && <code class="tokens_piece">{token_label(id, tokenizer.value)}</code>}{' '}
      <span class="tokens_id">{id}</span>
    </>
  );
}

export function TokensTable({ caption, heading, ranked, style, full, call, tensor }: TokensTableProps) {
  const { ids, values } = ranked;
  return (
    <table class="numbers tokens_table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('checkpoint.tokens_token')}</th>
          <th scope="col">{heading}</th>
        </tr>
      </thead>
      <tbody>
        {Array.from(ids, (id, place) => {
          const value = values[place] ?? NaN;
          const part = { '--part': (Math.abs(value) / full).toFixed(5) };
          return (
            <tr key={id}>
              <th scope="row">
                <TokenName id={id} />
              </th>
              <td class="with_bar">
                <Value value={value} style={style} call={call} tensor={tensor} index={id} />
                <span
                  class={`tokens_bar ${style === 'percent' ? 'tokens_bar_share' : value < 0 ? 'tokens_bar_minus' : 'tokens_bar_plus'}`}
                  style={part}
                  aria-hidden="true"
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export const ranked_vectors = (name: string, { ids, values }: RankedTokens): NamedNumbers[] => [
  vector(`${name}.id`, ids),
  vector(`${name}.value`, values),
];

export function ranked_table({ ids, values }: RankedTokens): FigureTable {
  const labels = Array.from(ids, (id) => token_label(id, tokenizer.peek()));
  const value = { ...number_column('value', values), index: (row: number) => ids[row] ?? 0 };
  return { rows: ids.length, columns: [text_column('token', labels), number_column('id', ids, 'count'), value] };
}
