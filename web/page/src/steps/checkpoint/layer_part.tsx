/** The selected layer's network: choice of layer and activation, and statistics of its hidden activations. */
import { ArrowButton } from '../../controls/arrow_button.tsx';
import type { ActivationKind } from 'ffn-lab';
import { Choice } from '../../controls/choice.tsx';
import { Slider } from '../../controls/slider.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { FileErrorNotice } from './file_error.tsx';
import { activation_kinds } from './settings.ts';
import { activation, chosen_activation, layer, model, opened, pass, shown_pass } from './state.ts';

export const activation_name = (kind: ActivationKind) => t(`activation.name_${kind}` as 'activation.name_gelu');

function LayerSlider({ layers }: { readonly layers: readonly { readonly number: number }[] }) {
  const last = layers.length - 1;
  const choose = (next: number) => (store.model_layer.value = next);
  const number = format_number(layers[layer.value]?.number ?? 0, 'count');
  const label = (
    <>
      {t('checkpoint.layer')} <output>{number}</output>
    </>
  );
  const previous = (
    <ArrowButton arrow="‹" label={t('checkpoint.previous_layer')} disabled={layer.value === 0} on_click={() => choose(layer.value - 1)} />
  );
  return (
    <div class="checkpoint_layer">
      <Slider label={label} before={previous} smallest={0} largest={last} value={layer.value} text={number} on_value={choose} />
      <ArrowButton arrow="›" label={t('checkpoint.next_layer')} disabled={layer.value === last} on_click={() => choose(layer.value + 1)} />
    </div>
  );
}

/** Compares the network's output with the captured one; with another activation than the model's they differ. */
function ReferenceCheck() {
  const shown = shown_pass.value;
  const reference = shown?.reference;
  if (reference === undefined) return null;
  const value = (index: 'differing' | 'count' | 'largest', style: 'count' | 'precise') => (
    <Value value={reference[index]} style={style} call="checkpoint.reference" tensor="output" index={index} />
  );
  const fits = reference.differing === 0;
  return (
    <p class={fits ? 'notice' : 'notice notice_error'} role="status" data-reference={fits ? 'equal' : 'different'}>
      <Message
        id={fits ? 'checkpoint.reference_equal' : 'checkpoint.reference_different'}
        values={{
          count: value('count', 'count'),
          differing: value('differing', 'count'),
          largest: value('largest', 'precise'),
          activation: activation_name(activation.value),
        }}
      />
    </p>
  );
}

function HiddenSummary() {
  const shown = shown_pass.value;
  const number = layer.value;
  const share = (index: 'zero_share' | 'not_positive_share' | 'small_share') => (
    <Value value={shown?.sparsity[index]} style="percent" call="checkpoint.sparsity" tensor={`layer ${number}`} index={index} />
  );
  return (
    <p>
      <Message
        id="checkpoint.hidden"
        values={{
          parameters: <Value value={shown?.parameter_count} style="count" call="checkpoint.network" tensor="ffn" index="parameter_count" />,
          small: share('small_share'),
          negative: share('not_positive_share'),
          zero: share('zero_share'),
          largest: <Value value={shown?.summary.maximum} style="cell" call="checkpoint.summarize" tensor="hidden" index="maximum" />,
        }}
      />
    </p>
  );
}

export function LayerPart() {
  const found = model.value;
  const { error } = pass.value;
  return (
    <section aria-label={t('checkpoint.network')} aria-busy={pass.pending}>
      <h3>{t('checkpoint.network')}</h3>
      <div class="controls">
        <LayerSlider layers={found?.layers ?? []} />
        <Choice
          legend={t('checkpoint.run_with')}
          options={activation_kinds.map((name) => ({ name, label: activation_name(name) }))}
          value={activation.value as (typeof activation_kinds)[number]}
          on_choose={(kind) => (chosen_activation.value = kind === found?.activation ? undefined : kind)}
        />
      </div>
      {error && (
        <FileErrorNotice
          error={{ code: error.code, reason: undefined, message: error.message }}
          name={opened.value?.name ?? ''}
          open_name={undefined}
        />
      )}
      <ReferenceCheck />
      <HiddenSummary />
    </section>
  );
}
