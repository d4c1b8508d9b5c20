/** Text field for the user's own matrix: parsed as it is typed, errors beside the field. */
import { t } from '../words/i18n.ts';
import { matrix_limits } from '../words/parse_matrix.ts';
import { MatrixField, matrix_error_text } from './matrix_field.tsx';
import { last_good_matrix, parsed_matrix } from './pasted.ts';
import { choose_pasted_text, store } from './store.ts';

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
