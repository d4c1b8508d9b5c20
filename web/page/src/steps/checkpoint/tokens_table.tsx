/** Tables of tokens with a number and a proportional bar each, and the progress of computing them. */
import type { ComponentChildren } from 'preact';
import { NumberTable } from '../../controls/number_table.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { Value } from '../../numbers/value.tsx';
import { number_column, origin_of, text_column, vector } from '../../export/figure_data.ts';
import type { Column, FigureData } from '../../export/figure_data.ts';
import type { NumberStyle } from '../../words/number_format.ts';
import { format_number, t } from '../../words/i18n.ts';
import { byte_text } from './part.tsx';
import type { TokenProgress } from './service.ts';
import type { RankedTokens } from './token_recipe.ts';
import { tokenizer } from './tokens_state.ts';
import { token_label } from './tokens_text.ts';

type Rankings = Readonly<Record<string, RankedTokens>>;

interface TokensTableProps<Name extends string> {
  readonly caption: ComponentChildren;
  readonly heading: string;
  readonly answer: Answer<Readonly<Record<Name, RankedTokens | undefined>>>;
  readonly name: Name;
  readonly style: NumberStyle;
  /** Value of a bar of full width. */
  readonly full: number;
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

function Bar({ value, full, style }: Pick<TokensTableProps<string>, 'full' | 'style'> & { readonly value: number }) {
  const kind = style === 'percent' ? 'share' : value < 0 ? 'minus' : 'plus';
  return <span class={`tokens_bar tokens_bar_${kind}`} style={{ '--part': (Math.abs(value) / full).toFixed(5) }} aria-hidden="true" />;
}

export function TokensTable<Name extends string>({ caption, heading, answer, name, style, full }: TokensTableProps<Name>) {
  const { ids = [], values = [] } = answer.value[name] ?? {};
  return (
    <NumberTable class="tokens_table" caption={caption} heads={[t('checkpoint.tokens_token'), heading]}>
      <tbody>
        {Array.from(ids, (id, place) => (
          <tr key={id}>
            <th scope="row">
              <TokenName id={id} />
            </th>
            <td class="with_bar">
              <Value of={answer} path={`${name}.values.${place}` as never} style={style} />
              <Bar value={values[place] ?? NaN} full={full} style={style} />
            </td>
          </tr>
        ))}
      </tbody>
    </NumberTable>
  );
}

const rows_of = (rankings: Rankings) =>
  Object.entries(rankings).flatMap(([name, { ids, values }]) =>
    Array.from(ids, (id, place) => ({ name, place, id, value: values[place] ?? NaN })),
  );

/** The numbers of rankings of an answer, from the largest to the smallest: `ascending` ones begin with the smallest. */
export function ranked_data(answer: Answer, descending: Rankings, ascending: Rankings = {}): FigureData {
  const rows = [...rows_of(descending), ...rows_of(ascending).reverse()];
  const column = (name: string, field: 'ids' | 'values', data: ArrayLike<number>, style: NumberStyle): Column => ({
    ...number_column(name, data, style),
    tensor: (row) => `${rows[row]?.name}.${field}`,
    index: (row) => rows[row]?.place ?? 0,
  });
  const labels = rows.map(({ id }) => token_label(id, tokenizer.peek()));
  const columns = [
    text_column('token', labels),
    column(
      'id',
      'ids',
      Int32Array.from(rows, ({ id }) => id),
      'count',
    ),
    column(
      'value',
      'values',
      Float32Array.from(rows, ({ value }) => value),
      'precise',
    ),
  ];
  return {
    ...origin_of(answer),
    tensors: Object.entries({ ...descending, ...ascending }).flatMap(([name, { ids, values }]) => [
      vector(`${name}.id`, ids),
      vector(`${name}.value`, values),
    ]),
    table: { rows: rows.length, columns },
  };
}

/** Progress of running the blocks, or of reading the rows of the embedding. */
export function TokensProgress({ progress }: { readonly progress: TokenProgress | undefined }) {
  const rows = progress !== undefined && 'rows' in progress;
  const [value, most] =
    progress === undefined ? [0, 1] : 'rows' in progress ? [progress.rows, progress.all_rows] : [progress.blocks, progress.all_blocks];
  const name = t(rows ? 'checkpoint.tokens_vocabulary_pass' : 'checkpoint.tokens_block_pass', {
    done: format_number(value, 'count'),
    all: format_number(progress === undefined ? 0 : most, 'count'),
  });
  return (
    <div class="tokens_progress">
      <progress value={value} max={most} aria-label={t('checkpoint.tokens_progress')} />
      <span>{progress !== undefined && `${name} · ${t('checkpoint.tokens_read', { size: byte_text(progress.bytes_read) })}`}</span>
    </div>
  );
}
