/**
 * Input from a text, or from token ids, which run through the embeddings and the blocks below the
 * layer.
 */
import { useId } from 'preact/hooks';
import { Button } from '../../controls/button.tsx';
import { FileChooser } from '../../controls/file_chooser.tsx';
import { TextField } from '../../controls/text_field.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { same_value } from '../../state/state.ts';
import { format_count, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { longest_name, shorten } from '../../words/untrusted_text.ts';
import { model, opened } from './state.ts';
import {
  asked,
  blocks_run,
  ids_text,
  largest_file,
  limits,
  run_answer,
  run_text,
  take_tokenizer_files,
  text,
  text_run,
  tokenizer,
  tokenizer_state,
  tokens_result,
  typed_text,
} from './tokens.ts';
import { ranked_data, TokensProgress, TokensTable } from './tokens_tables.tsx';
import './tokens.css';

function TokenizerStatus() {
  const { files, tokenizer: read, missing, error } = tokenizer_state.value;
  const { vocabulary } = limits.value;
  const names = files.map(({ name }) => shorten(name, longest_name)).join(', ');
  const { name = '', token = '', line = 0 } = error ?? {};
  const wrong = {
    name: shorten(name, longest_name),
    token: shorten(token),
    line: format_count(line),
  };
  return (
    <div role="status">
      {error && (
        <p class="field_error" data-error={error.code}>
          {t(`checkpoint.tokens_file_${error.code}`, {
            ...wrong,
            most: format_count(largest_file / 1_000_000),
          })}
        </p>
      )}
      {missing && <p class="hint">{t(`checkpoint.tokens_missing_${missing}`, { names })}</p>}
      {read && (
        <p class="hint">
          {t('checkpoint.tokens_tokenizer', { names, count: format_count(read.count) })}
        </p>
      )}
      {read && read.size > vocabulary && (
        <p class="field_error">
          {t('checkpoint.tokens_unlike', {
            count: format_count(read.size),
            rows: format_count(vocabulary),
          })}
        </p>
      )}
    </div>
  );
}

/** The user's tokenizer files: chosen here, or dropped together with the model. */
function TokenizerFiles() {
  const id = useId();
  const accept = '.json,.txt,.bpe,application/json,text/plain';
  const field = { label: t('checkpoint.tokens_files'), accept, described_by: `${id}_hint` };
  return (
    <div class="field tokens_files">
      <FileChooser
        {...field}
        text={t('checkpoint.tokens_choose')}
        on_choose={(files) => void take_tokenizer_files(Array.from(files))}
      />
      <p id={`${id}_hint`} class="hint">
        <Message id="checkpoint.tokens_files_hint" />
      </p>
      <TokenizerStatus />
    </div>
  );
}

function TypedTokens() {
  const result = tokens_result.value;
  const error = 'error' in result ? result.error : '';
  const { vocabulary, most } = limits.value;
  return (
    <TextField
      {...(tokenizer.value !== undefined
        ? {
            label: t('checkpoint.tokens_text'),
            rows: 2,
            value: text.value,
            on_text: (typed: string) => (typed_text.value = typed),
          }
        : {
            label: t('checkpoint.tokens_ids'),
            keyboard: 'numeric',
            value: ids_text.value,
            on_text: (ids: string) => (ids_text.value = ids),
          })}
      class="tokens_typed"
      invalid={error !== ''}
      error={error}
      hint={t('checkpoint.tokens_limits', {
        most: format_count(most),
        last: format_count(Math.max(0, vocabulary - 1)),
      })}
    />
  );
}

function TokenStrip() {
  const result = tokens_result.value;
  if ('error' in result) return null;
  const { ids, labels } = result;
  return (
    <ol class="tokens_strip" aria-label={t('checkpoint.tokens_strip', { count: ids.length })}>
      {ids.map((id, place) => (
        <li key={place}>
          {tokenizer.value && <code class="tokens_piece">{labels[place]}</code>}
          <span class="tokens_id">{id}</span>
        </li>
      ))}
    </ol>
  );
}

function RunControls() {
  const running = text_run.running.value;
  const text = t(running ? 'checkpoint.tokens_stop' : 'checkpoint.tokens_run');
  return (
    <div class="tokens_run">
      <Button
        text={text}
        disabled={!running && 'error' in tokens_result.value}
        on_click={running ? text_run.stop : run_text}
      />
      {running && <TokensProgress progress={text_run.progress.value} />}
    </div>
  );
}

/** Status of the last run: finished, stopped, or about another text than the one above. */
function run_state(): string {
  const values = { blocks: blocks_run.value, all: model.value?.layers.length ?? 0 };
  if (asked.value && text_run.newest.value.stopped) return t('checkpoint.tokens_stopped', values);
  if (run_answer.value === undefined) return '';
  const same =
    'ids' in tokens_result.value && same_value(tokens_result.value.ids, run_answer.value.state.ids);
  return same ? t('checkpoint.tokens_done', values) : t('checkpoint.tokens_changed');
}

function NextTokens() {
  const answer = run_answer.value;
  if (answer === undefined) return null;
  const { next } = answer.value;
  if (next === undefined) return <Paragraph class="note" id="checkpoint.tokens_no_norm" />;
  const caption = (
    <Message
      id="checkpoint.tokens_next_caption"
      values={{ token: asked.value?.labels.at(-1) ?? '' }}
    />
  );
  const table = { answer, caption, ranked: next, heading: t('checkpoint.tokens_probability') };
  return (
    <FigureFrame
      name="next_tokens"
      title={t('checkpoint.tokens_next')}
      data={() => ranked_data(answer, { next })}
    >
      <TokensTable {...table} name="next" style="percent" full={1} />
    </FigureFrame>
  );
}

export const TokensInput = () => (
  <div class="tokens">
    <Paragraph class="note" id="checkpoint.tokens_tier" />
    {opened.value?.sample ? (
      <p class="note">{t('checkpoint.tokens_sample')}</p>
    ) : (
      <TokenizerFiles />
    )}
    <TypedTokens />
    <TokenStrip />
    <RunControls />
    <p class="tokens_state" role="status">
      {run_state()}
    </p>
    <CallErrorNotice error={text_run.newest.value.error} />
    <NextTokens />
  </div>
);
