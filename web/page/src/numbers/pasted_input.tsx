/** Text field for the user's own matrix: parsed as it is typed, errors beside the field. */
import { useId } from 'preact/hooks';
import { use_npy_file } from './npy_file.tsx';
import { format_number, t } from '../words/i18n.ts';
import { matrix_limits } from '../words/parse_matrix.ts';
import type { MatrixError } from '../words/parse_matrix.ts';
import { last_good_matrix, parsed_matrix } from './pasted.ts';
import { choose_pasted_text, store } from './store.ts';

function error_text({ code, row = 0, column = 0, token = '', expected = 0, found = 0 }: MatrixError): string {
  const count = (value: number) => format_number(value, 'count');
  return t(`matrix.${code}`, { row, column, token, expected: count(expected), found: count(found) });
}

export function PastedInput() {
  const id = useId();
  const result = parsed_matrix.value;
  const error = 'error' in result ? result.error : undefined;
  const npy = use_npy_file(store.pasted_text.value, choose_pasted_text);
  const limits = { rows: format_number(matrix_limits.rows, 'count'), columns: format_number(matrix_limits.columns, 'count') };
  return (
    <div class="field pasted" {...npy.drop}>
      <label for={id}>{t('matrix.label')}</label>
      <textarea
        id={id}
        class="field_input"
        rows={5}
        autocomplete="off"
        spellcheck={false}
        wrap="off"
        value={store.pasted_text.value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}_error ${id}_hint`}
        onInput={(event) => choose_pasted_text(event.currentTarget.value)}
      />
      <p id={`${id}_error`} class="field_error" role="status">
        {npy.error}
        {!npy.error && error && (
          <>
            <span data-error={error.code}>{error_text(error)}</span> {last_good_matrix.value && t('matrix.previous_result')}
          </>
        )}
      </p>
      {npy.chooser}
      <p id={`${id}_hint`} class="hint">
        {t('matrix.hint', limits)}
      </p>
    </div>
  );
}
