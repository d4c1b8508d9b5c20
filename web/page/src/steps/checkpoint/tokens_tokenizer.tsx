/** The user's tokenizer files: chosen here, or dropped together with the model. */
import { useId } from 'preact/hooks';
import { FileChooser } from '../../controls/file_chooser.tsx';
import { Message } from '../../words/message.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { longest_name, shorten } from '../../words/untrusted_text.ts';
import type { TokenizerError } from './bpe_files.ts';
import { largest_file, limits, take_tokenizer_files, tokenizer_state } from './tokens_state.ts';

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

function Status() {
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

export function TokenizerFiles() {
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
      <Status />
    </div>
  );
}
