/** The selected layer's network: choice of layer and activation, and statistics of its hidden activations. */
import { ArrowButton } from '../../controls/arrow_button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Slider } from '../../controls/slider.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { network } from './answers.ts';
import { FileErrorNotice } from './file_error.tsx';
import { activation_kinds } from './layer_recipe.ts';
import { activation_name, layer_number, Part } from './part.tsx';
import { activation, chosen_activation, layer, model, opened } from './state.ts';

function LayerSlider() {
  const last = (model.value?.layers.length ?? 0) - 1;
  const choose = (next: number) => (store.model_layer.value = next);
  const number = layer_number(layer.value);
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
  const answer = network.shown.value;
  const reference = answer?.value.reference;
  if (reference === undefined) return null;
  const fits = reference.differing === 0;
  return (
    <p class={fits ? 'notice' : 'notice notice_error'} role="status" data-reference={fits ? 'equal' : 'different'}>
      <Message
        id={fits ? 'checkpoint.reference_equal' : 'checkpoint.reference_different'}
        values={{
          count: <Value of={answer} path="reference.count" style="count" />,
          differing: <Value of={answer} path="reference.differing" style="count" />,
          largest: <Value of={answer} path="reference.largest" style="precise" />,
          activation: activation_name(activation.value),
        }}
      />
    </p>
  );
}

function HiddenSummary() {
  const answer = network.shown.value;
  return (
    <p>
      <Message
        id="checkpoint.hidden"
        values={{
          parameters: <Value of={answer} path="parameter_count" style="count" />,
          small: <Value of={answer} path="sparsity.small_share" style="percent" />,
          negative: <Value of={answer} path="sparsity.not_positive_share" style="percent" />,
          zero: <Value of={answer} path="sparsity.zero_share" style="percent" />,
          largest: <Value of={answer} path="largest" style="cell" />,
        }}
      />
    </p>
  );
}

export function LayerPart() {
  const { error } = network.resource.value;
  return (
    <Part name="network" busy={network.resource.pending}>
      <div class="controls">
        <LayerSlider />
        <Choice
          legend={t('checkpoint.run_with')}
          values={activation_kinds}
          label={activation_name}
          value={activation.value as (typeof activation_kinds)[number]}
          on_choose={(kind) => (chosen_activation.value = kind === model.value?.activation ? undefined : kind)}
        />
      </div>
      {error && <FileErrorNotice error={{ ...error, reason: undefined }} name={opened.value?.name ?? ''} open_name={undefined} />}
      <ReferenceCheck />
      <HiddenSummary />
    </Part>
  );
}
