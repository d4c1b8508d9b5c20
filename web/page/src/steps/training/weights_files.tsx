/**
 * Saves the weights of a run as a safetensors file, and loads such a file as initial weights of
 * both runs; both are bit-exact.
 */
import { signal } from '@preact/signals';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { FileChooser } from '../../controls/file_chooser.tsx';
import { use_saving } from '../../export/downloads.tsx';
import { core_error_text } from '../../numbers/call_error.tsx';
import { format_count, t } from '../../words/i18n.ts';
import { Untrusted } from '../../words/untrusted.tsx';
import { longest_message } from '../../words/untrusted_text.ts';
import { run_recipe } from '../../compute/connection.ts';
import { current_request, current_widths, own_weights, shown } from './race.ts';
import type * as recipe from './recipe.ts';
import { networks, type Network } from './twins.ts';
import { data_error, weight_names, type FileError, type ReadWeights } from './weights_file.ts';
import { worker } from './worker.ts';
import './weights_files.css';

const run = signal<Network>('gelu');
const opened = signal<ReadWeights & { readonly name: string }>({ name: '' });

/** Sufficient for the small networks of the race; the checkpoint panel reads large models. */
const most_bytes = 64_000_000;

async function read(file: File): Promise<ReadWeights> {
  if (file.size > most_bytes) return { error: { kind: 'file', reason: 'too_large' } };
  try {
    const found = await run_recipe<typeof recipe.read_weights>(worker, 'training.read_weights', {
      file,
    });
    const widths = current_widths.peek();
    const error = found.weights && widths && data_error(found.weights, widths);
    return error ? { error } : found;
  } catch (error) {
    return { error: { kind: 'file', message: core_error_text(error) } };
  }
}

async function open(file: File): Promise<void> {
  opened.value = { ...(await read(file)), name: file.name };
  own_weights.value = opened.value.weights ?? own_weights.value;
}

const size_text = (size: FileError['found'] = 0) =>
  typeof size === 'number' ? size : `(${size.join(', ')})`;

function error_text({ kind, reason, names = [], found, expected }: FileError): string {
  const file_reason =
    (['too_large', 'git_lfs_pointer', 'web_page'] as const).find((name) => name === reason) ??
    'other';
  return t(kind === 'file' ? `training.weights_file_${file_reason}` : `training.weights_${kind}`, {
    names: names.join(', '),
    all: weight_names.join(', '),
    found: size_text(found),
    expected: size_text(expected),
    most: format_count(most_bytes / 1_000_000),
  });
}

function Refused({ name, error }: { readonly name: string; readonly error: FileError }) {
  return (
    <div class="notice notice_error" role="alert" data-error={error.kind}>
      <p>
        <strong>
          <Untrusted text={name} />
        </strong>{' '}
        {error_text(error)}
      </p>
      {error.message && (
        <p>
          <code>
            <Untrusted text={error.message} longest={longest_message} />
          </code>
        </p>
      )}
      {own_weights.value && <p>{t('training.weights_unchanged')}</p>}
    </div>
  );
}

function InitialWeights() {
  const weights = own_weights.value;
  if (weights === undefined) return <p class="hint">{t('training.weights_random')}</p>;
  const present = weight_names.filter((name) => weights[name]);
  return (
    <>
      <p class="hint">
        {t(current_request.value?.weights ? 'training.weights_own' : 'training.weights_unfit')}
      </p>
      <ul class="weights_tensors" aria-label={t('training.weights_tensors')}>
        {present.map((name) => (
          <li key={name}>
            <code>{`${name} ${size_text(weights[name]?.shape)}`}</code>
          </li>
        ))}
      </ul>
      {opened.value.rounded && <p class="hint">{t('training.weights_rounded')}</p>}
      <Button
        text={t('training.weights_forget')}
        on_click={() => (own_weights.value = undefined)}
      />
    </>
  );
}

/** Returns the file of the weights of a run at the step that is shown. */
function weights_of(network: Network) {
  const { state } = shown.peek() ?? {};
  if (state === undefined) throw new Error('the race has not begun');
  return run_recipe<typeof recipe.weights_file>(worker, 'training.weights_file', {
    ...state,
    network,
  });
}

export function WeightsFiles() {
  const { name, error } = opened.value;
  const { status, save } = use_saving();
  const saved = {
    name: `ffn-lab_race_${run.value}.safetensors`,
    make: async () =>
      new Blob([await weights_of(run.peek())], { type: 'application/octet-stream' }),
  };
  return (
    <div class="weights_files" role="group" aria-label={t('training.weights_title')}>
      <p class="note">{t('training.weights_lead')}</p>
      <div class="controls">
        <Choice
          legend={t('training.weights_run')}
          values={networks}
          label={(network) => t(`training.weights_run_${network}`)}
          of={run}
        />
        <div class="own_buttons">
          <Button
            text={t('training.weights_save')}
            disabled={shown.value === undefined}
            on_click={() => void save(saved)}
          />
          <FileChooser
            text={t('training.weights_open')}
            accept=".safetensors"
            on_choose={([file]) => file && void open(file)}
          />
        </div>
      </div>
      <p class="hint" role="status">
        {status}
      </p>
      {error && <Refused name={name} error={error} />}
      <InitialWeights />
    </div>
  );
}
