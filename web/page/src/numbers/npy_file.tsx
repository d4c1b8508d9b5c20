/**
 * Input of a matrix from a NumPy .npy file, chosen or dropped on a text field. The core reads the file, and its numbers become the text of
 * the field. A rejected file leaves the field unchanged.
 */
import { useRef, useState } from 'preact/hooks';
import { call } from './connection.ts';
import type { NpyError } from './protocol.ts';
import { format_number, t } from '../words/i18n.ts';
import { matrix_limits, matrix_text, type MatrixLimits } from '../words/parse_matrix.ts';
import { longest_message } from '../words/untrusted_text.ts';
import { FileChooser } from '../controls/file_chooser.tsx';
import { Untrusted } from '../words/untrusted.tsx';

/** Larger files are rejected unread; the largest matrix as float64 takes half of this. */
const largest_file = 2 ** 20;

/** Reasons of the engine's error, grouped by the message that the page shows. */
const kinds = {
  kind: 'other_format web_page git_lfs_pointer unknown_version',
  objects: 'pickled_objects',
  type: 'unknown_dtype wrong_type',
  cut: 'file_too_small header_truncated out_of_file',
  more: 'trailing_bytes',
  large: 'large invalid_argument',
  unreadable: 'unreadable short worker',
} as const;

type Kind = keyof typeof kinds | 'damaged';

const kind_of = (reason: string): Kind =>
  (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) => kinds[kind].split(' ').includes(reason)) ?? 'damaged';

async function text_of(file: File, limits: MatrixLimits): Promise<string | NpyError> {
  const large = { reason: 'large', message: '' };
  if (file.size > largest_file) return large;
  try {
    const reply = await call('read_npy', file);
    return 'error' in reply ? reply.error : (matrix_text(reply.tensor, limits) ?? large);
  } catch {
    return { reason: 'worker', message: '' };
  }
}

interface Refused extends NpyError {
  readonly name: string;
  /** Text of the field at that time: the error is hidden once the text has changed. */
  readonly text: string;
  readonly limits: MatrixLimits;
}

function RefusedFile({ name, reason, message, limits: { rows, columns } }: Refused) {
  const kind = kind_of(reason);
  const limits = { rows: format_number(rows, 'count'), columns: format_number(columns, 'count') };
  return (
    <span data-error={`npy_${kind}`}>
      <code>
        <Untrusted text={name} />
      </code>{' '}
      {t(`matrix.npy_${kind}`, limits)}{' '}
      {message !== '' && (
        <code>
          {reason}: <Untrusted text={message} longest={longest_message} />
        </code>
      )}
    </span>
  );
}

/** Hook for a field with the value `text`: returns the button, the error of the last file, and the handlers for dropped files. */
export function use_npy_file(text: string, on_text: (text: string) => void, limits = matrix_limits) {
  const [refused, set_refused] = useState<Refused>();
  const latest = useRef(0);
  const load_file = async (files: readonly File[]) => {
    const file = files.find(({ name }) => /\.npy$/i.test(name)) ?? files[0];
    if (file === undefined) return;
    const sequence = ++latest.current;
    const result = await text_of(file, limits);
    if (sequence !== latest.current) return; // another file has been chosen since
    if (typeof result === 'string') on_text(result);
    set_refused(typeof result === 'string' ? undefined : { ...result, name: file.name, text, limits });
  };
  const on_files = (event: DragEvent, act: (files: readonly File[]) => void) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    act(Array.from(event.dataTransfer.files));
  };
  return {
    chooser: <FileChooser small text={t('matrix.npy')} accept=".npy" on_choose={(files) => void load_file(files)} />,
    error: refused?.text === text ? <RefusedFile {...refused} /> : undefined,
    drop: {
      onDragOver: (event: DragEvent) => on_files(event, () => undefined),
      onDrop: (event: DragEvent) => on_files(event, (files) => void load_file(files)),
    },
  };
}
