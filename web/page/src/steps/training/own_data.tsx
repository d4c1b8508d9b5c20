/**
 * Editor of the user's own data set, drawn by hand or as CSV, with a preview of the training data.
 */
import { signal } from '@preact/signals';
import type { Dataset } from 'ffn-lab';
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { FileChooser } from '../../controls/file_chooser.tsx';
import { Heading } from '../../controls/heading.tsx';
import { TextField } from '../../controls/text_field.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_count, t } from '../../words/i18n.ts';
import { Paragraph } from '../../controls/message.tsx';
import { Untrusted } from '../../words/untrusted.tsx';
import { longest_message, shorten } from '../../words/untrusted_text.ts';
import { class_names, csv_tasks, type CsvError } from './csv.ts';
import { drawn_kinds } from './drawn_points.ts';
import {
  can_be_drawn,
  DataPlot,
  domain_of,
  markers_of,
  MarkerSwatch,
  most_markers,
  OwnPad,
  plane,
} from './data_plot.tsx';
import {
  csv_task,
  csv_text,
  csv_too_long,
  most_characters,
  text_with_skips,
  can_undo,
  change_points,
  drawn_kind,
  edit_as_csv,
  own_tool,
  points,
  undo_points,
  own,
  shown_facts,
  type OwnFacts,
  own_source,
  own_sources,
} from './own_state.ts';
import './own_data.css';

/** Tools of the drawing area; a curve has one kind of point. */
const tools = { classes: [0, 1, 'remove'], curve: [0, 'remove'] } as const;

function tool_label(tool: typeof own_tool.value): string {
  if (tool === 'remove') return t('training.own_remove');
  return drawn_kind.value === 'curve'
    ? t('training.own_point')
    : t('training.own_class', { name: class_names[tool] });
}

function Draw() {
  const values = tools[drawn_kind.value];
  const chosen = values.find((name) => name === own_tool.value) ?? 0;
  const empty = points.value.length === 0;
  return (
    <div class="own_draw">
      <div class="controls">
        <Choice
          legend={t('training.own_kind')}
          values={drawn_kinds}
          label={(name) => t(`training.own_kind_${name}`)}
          of={drawn_kind}
        />
        <Choice
          legend={t('training.own_tool')}
          values={values}
          label={tool_label}
          value={chosen}
          on_choose={(tool) => (own_tool.value = tool)}
        />
      </div>
      <OwnPad />
      <div class="own_buttons">
        <Button text={t('training.own_undo')} disabled={!can_undo.value} on_click={undo_points} />
        <Button
          text={t('training.own_clear')}
          disabled={empty}
          on_click={() => change_points([])}
        />
        <Button text={t('training.own_as_csv')} disabled={empty} on_click={edit_as_csv} />
      </div>
    </div>
  );
}

const file_error = signal<'' | 'too_large' | 'unreadable'>('');

async function take_file(file: File): Promise<void> {
  // UTF-8 takes at most three bytes per UTF-16 code unit, which is JavaScript's unit of string
  // length.
  file_error.value = file.size > 3 * most_characters ? 'too_large' : '';
  if (file_error.value !== '') return;
  try {
    csv_text.value = await file.text();
  } catch {
    file_error.value = 'unreadable';
  }
}

function error_text({
  kind,
  line,
  column,
  name,
  value,
  fields,
  expected_fields,
  first_line,
}: CsvError): string {
  return t(`training.own_csv_${kind}`, {
    line: format_count(line),
    column: `${format_count(column)}${name === undefined ? '' : ` (${shorten(name)})`}`,
    value: shorten(value),
    fields,
    expected: expected_fields,
    first: format_count(first_line),
  });
}

/** Errors of the text, the data set in use meanwhile, and a button to skip the invalid lines. */
function Verdict() {
  const { answer, error } = own.value;
  const reply = answer?.value;
  if (csv_too_long.value)
    return (
      <p class="field_error">
        {t('training.own_csv_too_large', { most: format_count(most_characters) })}
      </p>
    );
  if (error) return <CallErrorNotice error={error} />;
  if (reply === undefined || reply.errors.length === 0) return null;
  const { dataset, errors, more, others } = reply;
  return (
    <>
      <ul class="field_error own_errors">
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
      <p class="hint">
        {t(`training.own_csv_${dataset ? 'left_out' : shown_facts.value ? 'unchanged' : 'waits'}`)}
      </p>
      {dataset === undefined && others && (
        <Button
          text={t('training.own_csv_skip')}
          on_click={() => (text_with_skips.value = csv_text.peek())}
        />
      )}
    </>
  );
}

/**
 * Text that is typed, pasted or loaded from a file; the core reads it and reports errors by line.
 */
function OwnCsv() {
  return (
    <div class="own_csv">
      <div class="controls">
        <Choice
          legend={t('training.own_task')}
          values={csv_tasks}
          label={(name) => t(`training.own_task_${name}`)}
          of={csv_task}
        />
        <FileChooser
          text={t('training.own_csv_file')}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          on_choose={([file]) => file && void take_file(file)}
        />
      </div>
      <TextField
        class="pasted"
        label={t('training.own_csv_label')}
        rows={8}
        wrap={false}
        value={csv_text.value}
        invalid={csv_too_long.value || (own.value.answer?.value.errors.length ?? 0) > 0}
        hint={t('training.own_csv_hint')}
        on_text={(text) => (csv_text.value = text)}
      />
      <div role="status" class="own_verdict">
        {file_error.value !== '' && (
          <p class="field_error">
            {t(`training.own_csv_${file_error.value}`, { most: format_count(most_characters) })}
          </p>
        )}
        <Verdict />
      </div>
    </div>
  );
}

const most_classes = 12;

function Picture({ dataset }: { readonly dataset: Dataset }) {
  const { ref, width: available } = use_width<HTMLDivElement>(320);
  const width = Math.min(available, 400);
  const markers = markers_of(dataset);
  const [x, y] = [
    domain_of(markers.map((marker) => marker.x)),
    domain_of(markers.map((marker) => marker.y)),
  ];
  return (
    <div ref={ref} class="own_picture">
      <DataPlot {...plane(width, width * 0.75, x, y)} markers={markers} />
    </div>
  );
}

function Classes({ facts }: { readonly facts: OwnFacts }) {
  const { counts = new Int32Array() } = facts.value;
  const { classes } = facts.state.own;
  return (
    <ul class="own_classes" aria-label={t('training.own_classes')}>
      {Array.from(counts.subarray(0, most_classes), (_, index) => (
        <li key={index}>
          <MarkerSwatch kind={index} /> {shorten(classes?.[index] ?? String(index))}{' '}
          <Value of={facts} path={`counts.${index}`} style="count" />
        </li>
      ))}
      {counts.length > most_classes && <li>…</li>}
    </ul>
  );
}

/** The data set in numbers, with a scatter plot unless the drawing area already shows the data. */
function Preview() {
  const facts = shown_facts.value;
  if (facts === undefined) return <p class="own_preview hint">{t('training.own_none')}</p>;
  const { examples, minimum, maximum, counts } = facts.value;
  const count = (path: 'examples' | 'd_in' | 'd_out') => (
    <Value of={facts} path={path} style="count" />
  );
  const sizes = { examples: count('examples'), inputs: count('d_in'), outputs: count('d_out') };
  const bound = (path: 'minimum' | 'maximum') => <Value of={facts} path={path} style="tick" />;
  const values = { ...sizes, minimum: bound('minimum'), maximum: bound('maximum') };
  const dataset = facts.state.own;
  const drawn = can_be_drawn(dataset);
  return (
    <div class="own_preview" aria-busy={own.pending}>
      <h4>{t('training.own_preview')}</h4>
      <Paragraph
        id={counts ? 'training.own_facts_classes' : 'training.own_facts_numbers'}
        values={values}
      />
      {counts && <Classes facts={facts} />}
      {Math.max(Math.abs(minimum), Math.abs(maximum)) > 10 && (
        <p class="hint">{t('training.own_far')}</p>
      )}
      {own_source.value === 'csv' && drawn && <Picture dataset={dataset} />}
      {!drawn && <p class="hint">{t('training.own_no_picture')}</p>}
      {drawn && examples > most_markers && (
        <p class="hint">{t('training.own_first_drawn', { most: format_count(most_markers) })}</p>
      )}
    </div>
  );
}

export function OwnData() {
  return (
    <div class="own_data" role="group" aria-label={t('training.own_title')}>
      <Heading part="training.own" />
      <Choice
        legend={t('training.own_source')}
        values={own_sources}
        label={(name) => t(`training.own_source_${name}`)}
        of={own_source}
      />
      <div class="own_columns">
        {own_source.value === 'draw' ? <Draw /> : <OwnCsv />}
        <Preview />
      </div>
    </div>
  );
}
