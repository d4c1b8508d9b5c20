import { format_number, t } from '../../words/i18n.ts';
import { byte_text } from './byte_text.ts';
import type { TokensRunProgress } from './tokens_calls.ts';

/** Progress of running the blocks, or of reading the rows of the embedding. */
export function TokensProgress({ progress }: { readonly progress: TokensRunProgress | undefined }) {
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
