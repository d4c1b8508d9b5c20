/** Saves the weights of a run as a safetensors file, and loads such a file as initial weights of both runs; both are bit-exact. */
import { signal } from '@preact/signals';
import type { TrainableWeights } from 'ffn-lab';
import { Untrusted } from '../../words/untrusted.tsx';
import { Choice } from '../../controls/choice.tsx';
import { download } from '../../export/download.ts';
import { format_number, t } from '../../words/i18n.ts';
import { longest_message } from '../../words/untrusted_text.ts';
import { worker } from './connection.ts';
import { FilePicker } from './file_picker.tsx';
import { current_weights, shown } from './race.ts';
import { current_widths, own_weights, race_settings, usable_weights } from './settings.ts';
import { networks } from './twins.ts';
import type { Network } from './twins.ts';
import { data_error, weight_names } from './weights_file.ts';
import type { FileError, FileTensor } from './weights_file.ts';
import './weights_files.css';

const run = signal<Network>('gelu');
const save_status = signal<'' | 'done' | 'failed'>('');

/** The file that the user opened last: accepted or rejected. */
interface Opened {
  readonly name: string;
  readonly tensors: readonly FileTensor[];
  readonly error: FileError | undefined;
}
const opened = signal<Opened | undefined>(undefined);

const file_name = () => `ffn-lab_race_${run.value}.safetensors`;

/** Metadata that describes the origin of the weights. */
function metadata(name: Network): Record<string, string> {
  const settings = race_settings.peek();
  if (settings === undefined) return { made_by: 'FFN Lab' };
  const { data, n, noise, seed, optimizer, lr, batch_size, gelu } = settings;
  const numbers = { n, noise, seed, lr, batch_size };
  const texts = Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)]));
  return { made_by: 'FFN Lab', layout: 'out_in', activation: name === 'relu' ? 'relu' : gelu, data, optimizer, ...texts };
}

async function save(): Promise<void> {
  save_status.value = '';
  const name = run.peek();
  try {
    const weights = await current_weights(name);
    const bytes = await worker.call('write_weights', { weights, metadata: metadata(name) });
    download(file_name(), new Blob([bytes], { type: 'application/octet-stream' }));
    save_status.value = 'done';
  } catch {
    save_status.value = 'failed';
  }
}

/** Sufficient for the small networks of the race; the checkpoint panel reads large models. */
const most_bytes = 64_000_000;

async function open(file: File): Promise<void> {
  const refuse = (error: FileError, tensors: readonly FileTensor[] = []) => {
    opened.value = { name: file.name, tensors, error };
  };
  if (file.size > most_bytes) return refuse({ kind: 'file', reason: 'too_large', message: '' });
  try {
    const { tensors, weights, error } = await worker.call('read_weights', file);
    if (weights === undefined) return refuse(error ?? { kind: 'file', reason: '', message: '' }, tensors);
    const found = { d_in: weights.w_in.shape[1] ?? 0, d_out: weights.w_out.shape[0] ?? 0 };
    const mismatch = current_widths.peek() && data_error(found, current_widths.peek() ?? found);
    if (mismatch) return refuse(mismatch, tensors);
    opened.value = { name: file.name, tensors, error: undefined };
    own_weights.value = weights;
  } catch (error) {
    refuse({ kind: 'file', reason: '', message: error instanceof Error ? error.message : String(error) });
  }
}

const shape_text = (shape: readonly (number | string)[]) => `(${shape.join(', ')})`;
const file_reasons = ['too_large', 'git_lfs_pointer', 'web_page'] as const;

function error_text(error: FileError): string {
  switch (error.kind) {
    case 'file': {
      const reason = file_reasons.find((name) => name === error.reason) ?? 'other';
      return t(`training.weights_file_${reason}`, { most: format_number(most_bytes / 1_000_000, 'count') });
    }
    case 'missing':
      return t('training.weights_missing', { names: error.names.join(', '), all: weight_names.join(', ') });
    case 'shape':
      return t('training.weights_shape', { name: error.name, found: shape_text(error.found), expected: shape_text(error.expected) });
    case 'not_finite':
      return t('training.weights_not_finite', { name: error.name });
    default:
      return t(`training.weights_${error.kind}`, { found: error.found, expected: error.expected });
  }
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
      {error.kind === 'file' && error.message !== '' && (
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

function Tensors({ weights }: { readonly weights: TrainableWeights }) {
  const present = weight_names.filter((name) => weights[name] !== undefined);
  return (
    <ul class="weights_tensors" aria-label={t('training.weights_tensors')}>
      {present.map((name) => (
        <li key={name}>
          <code>
            {name} {shape_text(weights[name]?.shape ?? [])}
          </code>
        </li>
      ))}
    </ul>
  );
}

/** Describes the initial weights of the runs. */
function InitialWeights() {
  const weights = own_weights.value;
  if (weights === undefined) return <p class="hint">{t('training.weights_random')}</p>;
  const rounded = opened.value?.error === undefined && opened.value?.tensors.some(({ dtype }) => dtype === 'F64');
  return (
    <>
      <p class="hint">{t(usable_weights.value ? 'training.weights_own' : 'training.weights_unfit')}</p>
      <Tensors weights={weights} />
      {rounded && <p class="hint">{t('training.weights_rounded')}</p>}
      <button type="button" class="button" onClick={() => (own_weights.value = undefined)}>
        {t('training.weights_forget')}
      </button>
    </>
  );
}

export function WeightsFiles() {
  const error = opened.value?.error;
  return (
    <div class="weights_files" role="group" aria-label={t('training.weights_title')}>
      <p class="note">{t('training.weights_lead')}</p>
      <div class="controls">
        <Choice legend={t('training.weights_run')} values={networks} label={(name) => t(`training.weights_run_${name}`)} of={run} />
        <div class="own_buttons">
          <button type="button" class="button" disabled={shown.value === undefined} onClick={() => void save()}>
            {t('training.weights_save')}
          </button>
          <FilePicker label={t('training.weights_open')} accept=".safetensors" on_file={(file) => void open(file)} />
        </div>
      </div>
      <p class="hint" role="status">
        {save_status.value !== '' && t(save_status.value === 'done' ? 'figure.saved' : 'figure.failed', { file: file_name() })}
      </p>
      {error && opened.value && <Refused name={opened.value.name} error={error} />}
      <InitialWeights />
    </div>
  );
}
