/** The reading of a layer's network: its progress, and what to do if it was stopped or failed. */
import { Button } from '../../controls/button.tsx';
import { t } from '../../words/i18n.ts';
import { layer_read, layer_state } from './answers.ts';
import { error_kind, FileErrorNotice } from './file_error.tsx';
import { byte_text, layer_number } from './part.tsx';
import { layer, model, opened } from './state.ts';

/** Smaller networks are read in an instant. */
const shown_bytes = 16_000_000;

function Progress() {
  const { done = 0, of = 0 } = layer_read.progress.value ?? {};
  if (of < shown_bytes) return null;
  const values = {
    layer: layer_number(layer.value),
    read: byte_text(done),
    size: byte_text(of),
  };
  return (
    <div class="checkpoint_reading">
      <progress value={done} max={of} aria-label={t('checkpoint.layer_reading')} />
      <p>{t('checkpoint.layer_progress', values)}</p>
      {layer_read.running.value && (
        <Button text={t('checkpoint.cancel')} small on_click={layer_read.stop} />
      )}
    </div>
  );
}

function Stopped() {
  const size = byte_text(model.value?.layers[layer.value]?.byte_length ?? 0);
  return (
    <div class="checkpoint_buttons" role="status">
      <span>{t('checkpoint.layer_stopped', { layer: layer_number(layer.value) })}</span>
      <Button text={t('checkpoint.read_layer', { size })} on_click={layer_read.start} />
    </div>
  );
}

function Failed() {
  const { error } = layer_read.newest.value;
  if (error === undefined) return null;
  const size = byte_text(model.value?.weight_bytes ?? 0);
  return (
    <>
      <FileErrorNotice
        error={error}
        name={opened.value?.name ?? ''}
        {...(error_kind(error) === 'memory' && {
          text: t('checkpoint.error_layer_memory', { size }),
        })}
      />
      <Button text={t('checkpoint.read_again')} small on_click={layer_read.start} />
    </>
  );
}

export function Reading() {
  const state = layer_state.value;
  if (state === 'failed') return <Failed />;
  return state === 'stopped' ? <Stopped /> : <Progress />;
}
