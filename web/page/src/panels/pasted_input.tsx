/** The reader's own matrix: read as it is typed, refused in words beside the field, the last good one kept. */
import { computed, effect, signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { use_npy_file } from '../components/npy_file.tsx';
import { format_number, t } from '../i18n.ts';
import { matrix_limits, parse_matrix } from '../parse_matrix.ts';
import type { Matrix, MatrixFault } from '../parse_matrix.ts';
import { choose_pasted_text, store } from '../store.ts';

const parsed = computed(() => parse_matrix(store.pasted_text.value));

export const last_good_matrix = signal<Matrix | undefined>(undefined);
effect(() => {
  if ('matrix' in parsed.value) last_good_matrix.value = parsed.value.matrix;
});

function fault_text({ code, row = 0, column = 0, token = '', expected = 0, found = 0 }: MatrixFault): string {
  const count = (value: number) => format_number(value, 'count');
  return t(`matrix.${code}`, { row, column, token, expected: count(expected), found: count(found) });
}

export function PastedInput() {
  const id = useId();
  const result = parsed.value;
  const fault = 'fault' in result ? result.fault : undefined;
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
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}_fault ${id}_hint`}
        onInput={(event) => choose_pasted_text(event.currentTarget.value)}
      />
      <p id={`${id}_fault`} class="field_fault" role="status">
        {npy.fault}
        {!npy.fault && fault && (
          <>
            <span data-fault={fault.code}>{fault_text(fault)}</span> {last_good_matrix.value && t('matrix.kept')}
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
