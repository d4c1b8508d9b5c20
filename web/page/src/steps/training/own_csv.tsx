/** CSV editor: typed, pasted or loaded from a file; the core parses the text and reports errors by line. */
import { signal } from '@preact/signals';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Untrusted } from '../../words/untrusted.tsx';
import { Choice } from '../../controls/choice.tsx';
import { TextField } from '../../controls/text_field.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { longest_message, shorten } from '../../words/untrusted_text.ts';
import type { CsvError } from './csv.ts';
import { FilePicker } from './file_picker.tsx';
import { csv_task, csv_text, csv_too_long, good_csv, leave_wrong_lines_out, most_characters, parsed_csv } from './own_state.ts';

const tasks = ['auto', 'regression', 'classification'] as const;

/** Error of the last chosen file. */
const file_error = signal<'' | 'too_large' | 'unreadable'>('');

/** UTF-8 takes at most three bytes per UTF-16 code unit, which is JavaScript's unit of string length. */
const most_bytes = 3 * most_characters;

async function take_file(file: File): Promise<void> {
  file_error.value = file.size > most_bytes ? 'too_large' : '';
  if (file_error.value !== '') return;
  try {
    csv_text.value = await file.text();
  } catch {
    file_error.value = 'unreadable';
  }
}

function error_text(error: CsvError): string {
  const count = (value: number | undefined) => format_number(value ?? 0, 'count');
  const values = {
    line: count(error.line),
    column: `${count(error.column)}${error.name === undefined ? '' : ` (${shorten(error.name)})`}`,
    value: shorten(error.value ?? ''),
    fields: error.fields ?? 0,
    expected: error.expected_fields ?? 0,
    first: count(error.first_line),
  };
  return t(`training.own_csv_${error.kind}`, values);
}

function CsvErrors({ errors, more }: { readonly errors: readonly CsvError[]; readonly more: boolean }) {
  return (
    <ul class="own_errors">
      {errors.map((error, index) => (
        <li key={index} data-error={error.kind}>
          {error_text(error)}
          {error.kind === 'other' && (
            <code>
              <Untrusted text={error.message} longest={longest_message} />
            </code>
          )}
        </li>
      ))}
      {more && <li>{t('training.own_csv_more')}</li>}
    </ul>
  );
}

/** Errors of the text, the data set in use meanwhile, and a button to skip the invalid lines. */
function Verdict() {
  const { current, error } = parsed_csv.value;
  const limit = { most: format_number(most_characters, 'count') };
  if (csv_too_long.value) return <p class="field_error">{t('training.own_csv_too_large', limit)}</p>;
  if (error) return <CallErrorNotice error={error} />;
  const errors = current?.reply.errors ?? [];
  if (current === undefined || errors.length === 0) return null;
  const { dataset, more, others } = current.reply;
  return (
    <>
      <div class="field_error">
        <CsvErrors errors={errors} more={more} />
      </div>
      <p class="hint">
        {t(dataset ? 'training.own_csv_left_out' : good_csv.value ? 'training.own_csv_unchanged' : 'training.own_csv_waits')}
      </p>
      {dataset === undefined && others && (
        <button type="button" class="button" onClick={leave_wrong_lines_out}>
          {t('training.own_csv_skip')}
        </button>
      )}
    </>
  );
}

export function OwnCsv() {
  const wrong = csv_too_long.value || (parsed_csv.value.current?.reply.errors.length ?? 0) > 0;
  return (
    <div class="own_csv">
      <div class="controls">
        <Choice legend={t('training.own_task')} values={tasks} label={(name) => t(`training.own_task_${name}`)} of={csv_task} />
        <FilePicker
          label={t('training.own_csv_file')}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          on_file={(file) => void take_file(file)}
        />
      </div>
      <TextField
        class="pasted"
        label={t('training.own_csv_label')}
        rows={8}
        wrap={false}
        value={csv_text.value}
        invalid={wrong}
        hint={t('training.own_csv_hint')}
        on_text={(text) => (csv_text.value = text)}
      />
      <div role="status" class="own_verdict">
        {file_error.value !== '' && (
          <p class="field_error">{t(`training.own_csv_${file_error.value}`, { most: format_number(most_characters, 'count') })}</p>
        )}
        <Verdict />
      </div>
    </div>
  );
}
