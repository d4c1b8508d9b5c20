/**
 * Tables of tokens with a number and a proportional bar each: the likeliest next ones, and those
 * that a neuron's value vector pushes towards.
 */
import { computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../../controls/button.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import { byte_text, layer_number } from './part.tsx';
import { answer_of, if_given, neuron } from './answers.ts';
import type { Report } from '../../compute/recipe.ts';
import { bytes_read, model, network_state, opened } from './state.ts';
import { token_embedding, type RankedTokens } from './token_recipe.ts';
import { token_label, tokenizer } from './tokens.ts';
import './tokens.css';

interface TokensTableProps {
  readonly caption: ComponentChildren;
  readonly heading: string;
  readonly answer: Answer;
  /** The ranking and its name in the answer. */
  readonly ranked: RankedTokens;
  readonly name: string;
  readonly style: NumberStyle;
  /** Value of a bar of full width. */
  readonly full: number;
}

export function TokensTable({
  caption,
  heading,
  answer,
  ranked: { ids, values },
  name,
  style,
  full,
}: TokensTableProps) {
  const rows = Array.from(ids, (id, place) => {
    const value = values[place] ?? NaN;
    const kind = style === 'percent' ? 'share' : value < 0 ? 'minus' : 'plus';
    const part = { '--part': (Math.abs(value) / full).toFixed(5) };
    const piece = tokenizer.value?.bytes_of(id) !== undefined && (
      <code class="tokens_piece">{token_label(id)}</code>
    );
    const number = <Value of={answer} path={`${name}.values.${place}` as never} style={style} />;
    return {
      head: [piece, ' ', <span class="tokens_id">{id}</span>],
      cells: [
        [number, <span class={`tokens_bar tokens_bar_${kind}`} style={part} aria-hidden="true" />],
      ],
    };
  });
  return (
    <NumberTable
      class="tokens_table"
      caption={caption}
      heads={[t('checkpoint.tokens_token'), heading]}
      rows={rows}
    />
  );
}

/** The numbers of rankings of an answer, from the largest to the smallest, beside the tokens. */
export const ranked_data = (answer: Answer, rankings: Readonly<Record<string, RankedTokens>>) =>
  figure_of(answer, {
    parts: Object.keys(rankings),
    beside: Object.fromEntries(
      Object.entries(rankings).map(([name, { ids }]) => [
        `${name}.tokens`,
        Array.from(ids, token_label),
      ]),
    ),
  });

export function TokensProgress({ progress }: { readonly progress: Report | undefined }) {
  const { done = 0, of: all = 1, part } = progress ?? {};
  const passes = t(`checkpoint.tokens_${part === 'vocabulary' ? part : 'block'}_pass`, {
    done: format_count(done),
    all: format_count(all),
  });
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

const has_gain = computed(() => model.value?.final_norm !== undefined);

/** State for the selected neuron, whether or not the lookup is enabled. */
const wanted = computed(() => {
  const of_layer = network_state.value;
  if (neuron.value === undefined || embedding.value === undefined || !of_layer) return undefined;
  return {
    ...of_layer,
    neuron: neuron.value,
    gain: with_gain.value && has_gain.value,
  };
});

const lookup = answer_of('vocabulary', () => (lookup_enabled.value ? wanted.value : undefined));

function look_up(enabled: boolean): void {
  lookup_enabled.value = enabled;
  if (enabled) lookup.start();
  else lookup.stop();
}

// Another file needs the user's consent again, because its embedding may be large.
opened.subscribe(() => look_up(false));

function Tables({ answer }: { readonly answer: NonNullable<typeof lookup.shown.value> }) {
  const { top, bottom } = answer.value;
  const full = Math.max(Math.abs(top.values[0] ?? 0), Math.abs(bottom.values[0] ?? 0));
  const title = t('checkpoint.tokens_words', {
    layer: layer_number(answer.state.layer),
    neuron: answer.state.neuron,
  });
  const table = { answer, full, heading: t('checkpoint.tokens_score'), style: 'cell' } as const;
  return (
    <FigureFrame
      name="value_vocabulary"
      title={title}
      data={() => ranked_data(answer, { top, bottom })}
    >
      <p class="tokens_title">{title}</p>
      <div class="tokens_pair">
        <TokensTable {...table} name="top" ranked={top} caption={t('checkpoint.tokens_top')} />
        <TokensTable
          {...table}
          name="bottom"
          ranked={bottom}
          caption={t('checkpoint.tokens_bottom')}
        />
      </div>
    </FigureFrame>
  );
}

function Controls() {
  const [enabled, running] = [lookup_enabled.value, lookup.running.value];
  const text = enabled
    ? running
      ? 'checkpoint.tokens_stop'
      : 'checkpoint.tokens_follow_off'
    : 'checkpoint.tokens_look_up';
  return (
    <div class="tokens_run">
      <Button
        text={t(text, { size: byte_text(embedding.value?.byte_length ?? 0) })}
        on_click={() => look_up(!enabled)}
      />
      {has_gain.value && (
        <label class="tokens_gain">
          <input
            type="checkbox"
            checked={with_gain.value}
            onChange={(event) => void (with_gain.value = event.currentTarget.checked)}
          />
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
  return (
    <div class="tokens tokens_vocabulary">
      <h4>{t('checkpoint.tokens_vocabulary')}</h4>
      <Paragraph class="note" id="checkpoint.tokens_vocabulary_text" />
      {model.value?.family !== 'gpt2' && (
        <Paragraph class="note" id="checkpoint.tokens_vocabulary_other" />
      )}
      <Controls />
      <CallErrorNotice error={lookup.newest.value.error} />
      {answer && (
        <div
          class={if_given(answer, wanted.value) ? undefined : 'tokens_stale'}
          aria-busy={lookup.running.value}
        >
          <Tables answer={answer} />
        </div>
      )}
    </div>
  );
}
