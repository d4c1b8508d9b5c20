/** Input from a text, or from token ids, which run through the embeddings and the blocks below the layer. */
import { useId } from 'preact/hooks';
import { FileChooser } from '../../controls/file_chooser.tsx';
import { TextField } from '../../controls/text_field.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { longest_name, shorten } from '../../words/untrusted_text.ts';
import type { TokenizerError } from './bpe_files.ts';
import { opened } from './state.ts';
import {
  ids_text,
  largest_file,
  limits,
  run,
  run_text,
  take_tokenizer_files,
  text,
  text_call,
  tokenizer,
  tokenizer_state,
  tokens_result,
  type_text,
} from './tokens_state.ts';
import { ranked_data, TokensProgress, TokensTable } from './tokens_table.tsx';
import { most_tokens } from './tokens_text.ts';
import type { TokensError } from './tokens_text.ts';
import './tokens.css';

const count = (value: number): string => format_number(value, 'count');

function TokenizerErrorNotice({ error }: { readonly error: TokenizerError }) {
  const { code, name, token = '', line = 0 } = error;
  return (
    <p class="field_error" data-error={code}>
      {t(`checkpoint.tokens_file_${code}`, {
        name: shorten(name, longest_name),
        token: shorten(token),
        line: count(line),
        most: count(largest_file / 1_000_000),
      })}
    </p>
  );
}

function TokenizerStatus() {
  const { files, tokenizer, missing, error } = tokenizer_state.value;
  const { vocabulary } = limits.value;
  const names = files.map(({ name }) => shorten(name, longest_name)).join(', ');
  return (
    <div role="status">
      {error && <TokenizerErrorNotice error={error} />}
      {missing && files.length > 0 && <p class="hint">{t(`checkpoint.tokens_missing_${missing}`, { names })}</p>}
      {tokenizer && <p class="hint">{t('checkpoint.tokens_tokenizer', { names, count: count(tokenizer.count) })}</p>}
      {tokenizer && tokenizer.size > vocabulary && (
        <p class="field_error">{t('checkpoint.tokens_unlike', { count: count(tokenizer.size), rows: count(vocabulary) })}</p>
      )}
    </div>
  );
}

/** The user's tokenizer files: chosen here, or dropped together with the model. */
function TokenizerFiles() {
  const id = useId();
  return (
    <div class="field tokens_files">
      <FileChooser
        text={t('checkpoint.tokens_choose')}
        label={t('checkpoint.tokens_files')}
        accept=".json,.txt,.bpe,application/json,text/plain"
        described_by={`${id}_hint`}
        on_choose={(files) => void take_tokenizer_files(Array.from(files))}
      />
      <p id={`${id}_hint`} class="hint">
        <Message id="checkpoint.tokens_files_hint" />
      </p>
      <TokenizerStatus />
    </div>
  );
}

function error_text({ code, token = '', found = 0, expected = 0 }: TokensError): string {
  return t(`checkpoint.tokens_error_${code}`, { token, found: count(found), expected: count(expected) });
}

function TypedTokens() {
  const with_text = tokenizer.value !== undefined;
  const result = tokens_result.value;
  // An empty field is not shown as an error.
  const error = 'error' in result && result.error.code !== 'empty' ? result.error : undefined;
  const { vocabulary, positions } = limits.value;
  return (
    <TextField
      {...(with_text
        ? { label: t('checkpoint.tokens_text'), rows: 2, value: text.value, on_text: type_text }
        : { label: t('checkpoint.tokens_ids'), keyboard: 'numeric', value: ids_text.value, on_text: (ids) => (ids_text.value = ids) })}
      class="tokens_typed"
      invalid={error !== undefined}
      error={error ? error_text(error) : ''}
      hint={t('checkpoint.tokens_limits', { most: count(Math.min(most_tokens, positions)), last: count(Math.max(0, vocabulary - 1)) })}
    />
  );
}

/** The tokens with their ids. */
function TokenStrip() {
  const result = tokens_result.value;
  if (!('tokens' in result)) return null;
  const { ids, labels } = result.tokens;
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
  const running = run.value?.phase === 'running';
  const result = tokens_result.value;
  const ready = 'tokens' in result;
  return (
    <div class="tokens_run">
      {running ? (
        <button type="button" class="button" onClick={text_call.stop}>
          {t('checkpoint.tokens_stop')}
        </button>
      ) : (
        <button type="button" class="button" aria-disabled={!ready} onClick={() => void (ready && run_text())}>
          {t('checkpoint.tokens_run')}
        </button>
      )}
      {running && <TokensProgress progress={text_call.progress.value} />}
    </div>
  );
}

/** Status of the last run: finished, stopped, or about another text than the one above. */
function RunState() {
  const now = run.value;
  const result = tokens_result.value;
  const same = now !== undefined && 'tokens' in result && String(result.tokens.ids) === String(now.tokens.ids);
  const values = { blocks: now?.blocks ?? 0, all: now?.all_blocks ?? 0 };
  return (
    <p class="tokens_state" role="status">
      {now?.phase === 'stopped' && t('checkpoint.tokens_stopped', values)}
      {now?.phase === 'done' && (same ? t('checkpoint.tokens_done', values) : t('checkpoint.tokens_changed'))}
    </p>
  );
}

/** The most probable next tokens after the whole model has run. */
function NextTokens() {
  const { answer, tokens } = run.value ?? {};
  if (answer === undefined) return null;
  const { next } = answer.value;
  if (next === undefined)
    return (
      <p class="note">
        <Message id="checkpoint.tokens_no_norm" />
      </p>
    );
  return (
    <FigureFrame name="next_tokens" title={t('checkpoint.tokens_next')} data={() => ranked_data(answer, { next })}>
      <TokensTable
        caption={<Message id="checkpoint.tokens_next_caption" values={{ token: tokens?.labels.at(-1) ?? '' }} />}
        heading={t('checkpoint.tokens_probability')}
        answer={answer}
        name="next"
        style="percent"
        full={1}
      />
    </FigureFrame>
  );
}

export function TokensInput() {
  const sample = opened.value?.sample === true;
  return (
    <div class="tokens">
      <p class="note">
        <Message id="checkpoint.tokens_tier" />
      </p>
      {sample ? <p class="note">{t('checkpoint.tokens_sample')}</p> : <TokenizerFiles />}
      <TypedTokens />
      <TokenStrip />
      <RunControls />
      <RunState />
      <CallErrorNotice error={text_call.error.value} />
      <NextTokens />
    </div>
  );
}
