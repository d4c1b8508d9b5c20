/**
 * Text field for a matrix, typed, pasted or read from a NumPy .npy file, which is chosen or dropped
 * on the field. The core reads the file, and its numbers become the text of the field. A rejected
 * file leaves the field unchanged.
 */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { FileChooser } from '../controls/file_chooser.tsx';
import { TextField } from '../controls/text_field.tsx';
import { format_count, t } from '../words/i18n.ts';
import { matrix_limits, matrix_text, type MatrixLimits } from '../state/parse_matrix.ts';
import type { MatrixError } from '../state/split_matrix.ts';
import { Untrusted } from '../words/untrusted.tsx';
import { longest_message } from '../words/untrusted_text.ts';
import { core, run_recipe } from '../compute/connection.ts';
import type { NpyError, read_npy } from '../compute/file_recipe.ts';
import { last_good_matrix, parsed_matrix } from '../state/pasted.ts';
import { choose_pasted_text, store } from '../state/store.ts';

export function matrix_error_text({
  code,
  row = 0,
  column = 0,
  token = '',
  expected = 0,
  found = 0,
}: MatrixError): string {
  return t(`matrix.${code}`, {
    row,
    column,
    token,
    expected: format_count(expected),
    found: format_count(found),
    numbers: found,
  });
}

interface MatrixFieldProps {
  readonly label: string;
  readonly text: string;
  readonly on_text: (text: string) => void;
  readonly rows: number;
  readonly limits: MatrixLimits;
  /** Error of the text; '' if there is none. */
  readonly error: ComponentChildren;
}

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

const kind_of = (reason: string) =>
  (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) =>
    kinds[kind].split(' ').includes(reason),
  ) ?? 'damaged';

async function text_of(file: File, limits: MatrixLimits): Promise<string | NpyError> {
  const large = { reason: 'large', message: '' };
  if (file.size > largest_file) return large;
  try {
    const reply = await run_recipe<typeof read_npy>(core, 'file.read_npy', { file });
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

const limit_texts = ({ rows, columns }: MatrixLimits) => ({
  rows: format_count(rows),
  columns: format_count(columns),
});

function RefusedFile({ name, reason, message, limits }: Refused) {
  const kind = kind_of(reason);
  return (
    <span data-error={`npy_${kind}`}>
      <code>
        <Untrusted text={name} />
      </code>{' '}
      {t(`matrix.npy_${kind}`, limit_texts(limits))}{' '}
      {message !== '' && (
        <code>
          {reason}: <Untrusted text={message} longest={longest_message} />
        </code>
      )}
    </span>
  );
}

/** Returns the last file if it was refused, and a function that reads one. */
function use_npy_file({
  text,
  on_text,
  limits,
}: Pick<MatrixFieldProps, 'text' | 'on_text' | 'limits'>) {
  const [refused, set_refused] = useState<Refused>();
  const latest = useRef(0);
  const load_file = async (files: readonly File[]) => {
    const file = files.find(({ name }) => /\.npy$/i.test(name)) ?? files[0];
    if (file === undefined) return;
    const sequence = ++latest.current;
    const result = await text_of(file, limits);
    if (sequence !== latest.current) return; // another file has been chosen since
    if (typeof result === 'string') on_text(result);
    set_refused(
      typeof result === 'string' ? undefined : { ...result, name: file.name, text, limits },
    );
  };
  return [refused, load_file] as const;
}

export function MatrixField({ label, rows, error, ...value }: MatrixFieldProps) {
  const { text, on_text, limits } = value;
  const [refused, load_file] = use_npy_file(value);
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (event.type === 'drop') void load_file(Array.from(event.dataTransfer.files));
  };
  return (
    <TextField
      label={label}
      on_text={on_text}
      rows={rows}
      class="pasted"
      value={text}
      wrap={false}
      invalid={error !== ''}
      error={refused?.text === text ? <RefusedFile {...refused} /> : error}
      hint={t('matrix.hint', limit_texts(limits))}
      on_drag_over={drag}
      on_drop={drag}
    >
      <FileChooser
        small
        text={t('matrix.npy')}
        accept=".npy"
        on_choose={(files) => void load_file(files)}
      />
    </TextField>
  );
}

/** Text field for the user's own matrix: parsed as it is typed, errors beside the field. */
export function PastedInput() {
  const result = parsed_matrix.value;
  const error = 'error' in result && (
    <>
      <span data-error={result.error.code}>{matrix_error_text(result.error)}</span>{' '}
      {last_good_matrix.value && t('matrix.previous_result')}
    </>
  );
  return (
    <MatrixField
      label={t('matrix.label')}
      text={store.pasted_text.value}
      on_text={choose_pasted_text}
      rows={5}
      limits={matrix_limits}
      error={error || ''}
    />
  );
}
