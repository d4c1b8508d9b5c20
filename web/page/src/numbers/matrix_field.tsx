import type { ComponentChildren } from 'preact';
import { TextField } from '../controls/text_field.tsx';
import { format_number, t } from '../words/i18n.ts';
import type { MatrixLimits } from '../words/parse_matrix.ts';
import type { MatrixError } from '../words/split_matrix.ts';
import { use_npy_file } from './npy_file.tsx';

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
