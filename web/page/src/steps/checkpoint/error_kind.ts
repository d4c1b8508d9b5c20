/** Classifies errors of reading a file by what the user can do about them. */
import type { OpenError } from './calls.ts';

/** The engine's reasons for each kind of error. */
const kinds = {
  lfs: ['git_lfs_pointer'],
  page: ['web_page'],
  format: ['other_format'],
  short: ['file_too_small', 'header_truncated', 'out_of_file', 'short'],
  dtype: ['unknown_dtype'],
  tensor: ['missing_tensor', 'wrong_shape'],
  unreadable: ['unreadable', 'changed', 'network', 'http_status', 'no_ranges', 'unknown_size'],
  no_network: ['no_network'],
  no_model: ['no_model'],
  no_file: ['no_file'],
} as const;

type Kind = keyof typeof kinds | 'damaged' | 'memory' | 'worker';

export function error_kind({ code, reason }: Pick<OpenError, 'code' | 'reason'>): Kind {
  if (code === 'out_of_memory') return 'memory';
  const known = (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) => (kinds[kind] as readonly string[]).includes(reason ?? ''));
  if (known !== undefined) return known;
  if (code === 'read_failed') return 'unreadable';
  return code === 'invalid_file' ? 'damaged' : 'worker';
}
