import type { ComponentChildren } from 'preact';
import { TextField } from '../controls/text_field.tsx';
import { format_number, t } from '../words/i18n.ts';
import { matrix_limits, type MatrixLimits } from '../words/parse_matrix.ts';
import type { MatrixError } from '../words/split_matrix.ts';
import { use_npy_file } from './npy_file.tsx';
import { last_good_matrix, parsed_matrix } from './pasted.ts';
import { choose_pasted_text, store } from './store.ts';

export function matrix_error_text({ code, row = 0, column = 0, token = '', expected = 0, found = 0 }: MatrixError): string {
  const count = (value: number) => format_number(value, 'count');
  return t(`matrix.${code}`, { row, column, token, expected: count(expected), found: count(found) });
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

/** Text field for a matrix, typed, pasted or read from a NumPy file. */
export function MatrixField({ label, text, on_text, rows, limits, error }: MatrixFieldProps) {
  const npy = use_npy_file(text, on_text, limits);
  const most = { rows: format_number(limits.rows, 'count'), columns: format_number(limits.columns, 'count') };
  return (
    <TextField
      {...{ label, on_text, rows }}
      class="pasted"
      value={text}
      wrap={false}
      invalid={error !== ''}
      error={npy.error ?? error}
      hint={t('matrix.hint', most)}
      on_drag_over={npy.drop.onDragOver}
      on_drop={npy.drop.onDrop}
    >
      {npy.chooser}
    </TextField>
  );
}

/** Text field for the user's own matrix: parsed as it is typed, errors beside the field. */
export function PastedInput() {
  const result = parsed_matrix.value;
  const error = 'error' in result && (
    <>
      <span data-error={result.error.code}>{matrix_error_text(result.error)}</span> {last_good_matrix.value && t('matrix.previous_result')}
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
