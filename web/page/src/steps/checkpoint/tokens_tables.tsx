/** Tables of tokens with a number and a proportional bar each: the likeliest next ones, and those that a neuron's value vector pushes towards. */
import { computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../../controls/button.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { number_column, origin_of, text_column, vector, type FigureData } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { same_value } from '../../numbers/recipe.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import { answer_of, neuron } from './answers.ts';
import { byte_text, layer_number } from './part.tsx';
import { bytes_read, layer, layout, model, opened } from './state.ts';
import { token_embedding, type RankedTokens, type TokenProgress } from './token_recipe.ts';
import { token_label, tokenizer } from './tokens.ts';
import './tokens.css';

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

export function TokensTable<Name extends string>({ caption, heading, answer, name, style, full }: TokensTableProps<Name>) {
  const { ids = [], values = [] } = answer.value[name] ?? {};
  const bar = (value: number) => {
    const kind = style === 'percent' ? 'share' : value < 0 ? 'minus' : 'plus';
    return <span class={`tokens_bar tokens_bar_${kind}`} style={{ '--part': (Math.abs(value) / full).toFixed(5) }} aria-hidden="true" />;
  };
  return (
    <NumberTable class="tokens_table" caption={caption} heads={[t('checkpoint.tokens_token'), heading]}>
      <tbody>
        {Array.from(ids, (id, place) => (
          <tr key={id}>
            <th scope="row">
              {tokenizer.value?.bytes_of(id) !== undefined && <code class="tokens_piece">{token_label(id)}</code>}{' '}
              <span class="tokens_id">{id}</span>
            </th>
            <td class="with_bar">
              <Value of={answer} path={`${name}.values.${place}` as never} style={style} />
              {bar(values[place] ?? NaN)}
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
  const column = (name: 'id' | 'value', data: ArrayLike<number>, style: NumberStyle) => ({
    ...number_column(name, data, style),
    tensor: (row: number) => `${rows[row]?.name}.${name}s`,
    index: (row: number) => rows[row]?.place ?? 0,
  });
  const labels = rows.map(({ id }) => token_label(id));
  const ids = Int32Array.from(rows, ({ id }) => id);
  const values = Float32Array.from(rows, ({ value }) => value);
  const columns = [text_column('token', labels), column('id', ids, 'count'), column('value', values, 'precise')];
  const tensors = Object.entries({ ...descending, ...ascending }).flatMap(([name, ranked]) => [
    vector(`${name}.id`, ranked.ids),
    vector(`${name}.value`, ranked.values),
  ]);
  return { ...origin_of(answer), tensors, table: { rows: rows.length, columns } };
}

/** Progress of running the blocks, or of reading the rows of the embedding. */
export function TokensProgress({ progress }: { readonly progress: TokenProgress | undefined }) {
  const { done = 0, all = 1 } = progress ?? {};
  const passes = t(`checkpoint.tokens_${progress?.part ?? 'block'}_pass`, { done: format_count(done), all: format_count(all) });
  const read = t('checkpoint.tokens_read', { size: byte_text(bytes_read.value) });
  return (
    <div class="tokens_progress">
      <progress value={done} max={all} aria-label={t('checkpoint.tokens_progress')} />
      <span>{progress && `${passes} · ${read}`}</span>
    </div>
  );
}

const embedding = computed(() => token_embedding(model.value));

/** Whether the user has enabled the lookup, which is then repeated for every selected neuron. */
const lookup_enabled = signal(false);
const with_gain = signal(true);

/** Whether the file has the final layer norm. */
const has_gain = computed(() => model.value?.final_norm !== undefined);

/** State for the selected neuron, whether or not the lookup is enabled. */
const wanted = computed(() => {
  if (neuron.value === undefined || embedding.value === undefined) return undefined;
  return { layer: layer.value, layout: layout.value, neuron: neuron.value, gain: with_gain.value && has_gain.value };
});

const lookup = answer_of('vocabulary', () => (lookup_enabled.value ? wanted.value : undefined));

function start_lookup(): void {
  lookup_enabled.value = true;
  lookup.start();
}

function stop_lookup(): void {
  lookup_enabled.value = false;
  lookup.stop();
}

// Another file needs the user's consent again, because its embedding may be large.
opened.subscribe(stop_lookup);

function Tables({ answer }: { readonly answer: NonNullable<typeof lookup.shown.value> }) {
  const { top, bottom } = answer.value;
  const full = Math.max(Math.abs(top.values[0] ?? 0), Math.abs(bottom.values[0] ?? 0));
  const title = t('checkpoint.tokens_words', { layer: layer_number(answer.given.layer), neuron: answer.given.neuron });
  const table = { answer, full, heading: t('checkpoint.tokens_score'), style: 'cell' } as const;
  return (
    <FigureFrame name="value_vocabulary" title={title} data={() => ranked_data(answer, { top }, { bottom })}>
      <p class="tokens_title">{title}</p>
      <div class="tokens_pair">
        <TokensTable {...table} name="top" caption={t('checkpoint.tokens_top')} />
        <TokensTable {...table} name="bottom" caption={t('checkpoint.tokens_bottom')} />
      </div>
    </FigureFrame>
  );
}

function Controls() {
  const [enabled, running] = [lookup_enabled.value, lookup.running.value];
  const size = byte_text(embedding.value?.byte_length ?? 0);
  return (
    <div class="tokens_run">
      <Button
        text={t(enabled ? (running ? 'checkpoint.tokens_stop' : 'checkpoint.tokens_follow_off') : 'checkpoint.tokens_look_up', { size })}
        on_click={enabled ? stop_lookup : start_lookup}
      />
      {has_gain.value && (
        <label class="tokens_gain">
          <input type="checkbox" checked={with_gain.value} onChange={(event) => void (with_gain.value = event.currentTarget.checked)} />
          <span>
            <Message id="checkpoint.tokens_gain" />
          </span>
        </label>
      )}
      {running && <TokensProgress progress={lookup.progress.value} />}
    </div>
  );
}

/** The tokens whose logits the neuron's value vector raises and lowers most. */
export function NeuronVocabulary() {
  const answer = lookup.shown.value;
  if (wanted.value === undefined) return null;
  const stale = !same_value({ ...answer?.given, ...wanted.value }, answer?.given);
  return (
    <div class="tokens tokens_vocabulary">
      <h4>{t('checkpoint.tokens_vocabulary')}</h4>
      <Paragraph class="note" id="checkpoint.tokens_vocabulary_text" />
      <Controls />
      <CallErrorNotice error={lookup.newest.value.error} />
      {answer && (
        <div class={stale ? 'tokens_stale' : undefined} aria-busy={lookup.running.value}>
          <Tables answer={answer} />
        </div>
      )}
    </div>
  );
}
