/**
 * The selected layer's network: its input and where it comes from, choice of layer and activation,
 * statistics of its hidden activations.
 */
import { ArrowButton } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Heading } from '../../controls/heading.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Slider } from '../../controls/slider.tsx';
import { MatrixField, matrix_error_text } from '../../numbers/matrix_field.tsx';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { model_limits } from '../../state/parse_matrix.ts';
import { UndecidedActivation } from './activation_part.tsx';
import { activation_name, choices_of } from './activations.ts';
import { layer_shown, network } from './answers.ts';
import type { InputKind } from './inputs.ts';
import { FileErrorNotice } from './file_error.tsx';
import { Formula, GateFigure } from './gate.tsx';
import { layer_number, Part } from './part.tsx';
import { Reading } from './reading.tsx';
import {
  activation,
  chosen_activation,
  input_kind,
  input_state,
  layer,
  model,
  opened,
  pasted_matrix,
  pasted_rows,
  random_rows,
  tokens,
} from './state.ts';
import { TokensInput } from './tokens_input.tsx';

function RandomFields() {
  const field = (
    name: 'rows' | 'seed',
    of: typeof random_rows.seed,
    limits: { readonly smallest: number; readonly largest: number },
  ) => (
    <NumberField
      label={t(`checkpoint.${name}`)}
      value={of.value}
      {...limits}
      whole
      on_value={(value) => (of.value = value)}
    />
  );
  return (
    <div class="controls">
      {field('rows', random_rows.tokens, { smallest: 1, largest: model_limits.rows })}
      {field('seed', random_rows.seed, { smallest: 0, largest: 4_294_967_295 })}
    </div>
  );
}

/** Error message for the pasted rows; empty if they are valid or the field is empty. */
function pasted_error(d_model: string): string {
  const result = pasted_matrix.value;
  if (pasted_rows.value.trim() === '') return '';
  if ('error' in result) return matrix_error_text(result.error);
  const { columns } = result.matrix;
  return columns === model.value?.d_model
    ? ''
    : t('checkpoint.wrong_width', {
        numbers: columns,
        columns: format_count(columns),
        d_model,
      });
}

function PastedRows() {
  const d_model = format_count(model.value?.d_model ?? 0);
  const field = {
    label: t('checkpoint.paste', { d_model }),
    text: pasted_rows.value,
    error: pasted_error(d_model),
  };
  return (
    <MatrixField
      {...field}
      rows={4}
      limits={model_limits}
      on_text={(text) => (pasted_rows.value = text)}
    />
  );
}

const fields = {
  captured: () => null,
  random: RandomFields,
  pasted: PastedRows,
  tokens: TokensInput,
};

const is_offered = (kind: InputKind) =>
  kind === 'captured' ? opened.value?.sample : kind === 'tokens' ? model.value?.blocks : true;

export function InputPart() {
  const kind = input_kind.value;
  const Fields = fields[kind];
  const kinds = (Object.keys(fields) as InputKind[]).filter(is_offered);
  const none = kind === 'tokens' ? 'checkpoint.tokens_none' : 'checkpoint.tier_none';
  const tier = input_state.value ? (`checkpoint.tier_${kind}` as const) : none;
  const given = {
    rows: tokens.value,
    layer: layer_number(layer.value),
    d_model: format_count(model.value?.d_model ?? 0),
  };
  return (
    <Part name="input">
      <Choice
        legend={t('checkpoint.input_kind')}
        quiet
        values={kinds}
        label={(name) => t(`checkpoint.input_${name}`)}
        of={input_kind}
      />
      <Fields />
      <p class="checkpoint_tier" role="status" data-tier={input_state.value ? kind : 'none'}>
        <Message id={tier} values={given} />
      </p>
      {!model.value?.blocks && <p class="hint">{t('checkpoint.no_text')}</p>}
    </Part>
  );
}

function LayerSlider() {
  const last = (model.value?.layers.length ?? 0) - 1;
  const choose = (next: number) => (store.model_layer.value = next);
  const number = layer_number(layer.value);
  const label = [t('checkpoint.layer'), ' ', <output>{number}</output>];
  const previous = (
    <ArrowButton
      arrow="‹"
      label={t('checkpoint.previous_layer')}
      disabled={layer.value === 0}
      on_click={() => choose(layer.value - 1)}
    />
  );
  return (
    <div class="checkpoint_layer">
      <Slider
        label={label}
        before={previous}
        smallest={0}
        largest={last}
        value={layer.value}
        text={number}
        on_value={choose}
      />
      <ArrowButton
        arrow="›"
        label={t('checkpoint.next_layer')}
        disabled={layer.value === last}
        on_click={() => choose(layer.value + 1)}
      />
    </div>
  );
}

/**
 * Compares the network's output with the captured one; with another activation than the model's
 * they differ.
 */
function ReferenceCheck() {
  const answer = network.shown.value;
  const reference = answer?.value.reference;
  if (answer === undefined || reference === undefined) return null;
  const found = reference.differing === 0 ? 'equal' : 'different';
  const values = {
    count: <Value of={answer} path="reference.count" style="count" />,
    changed: reference.differing,
    differing: <Value of={answer} path="reference.differing" style="count" />,
    largest: <Value of={answer} path="reference.largest" style="precise" />,
    activation: activation_name(answer.state.activation),
  };
  return (
    <p
      class={found === 'equal' ? 'notice' : 'notice notice_error'}
      role="status"
      data-reference={found}
    >
      <Message id={`checkpoint.reference_${found}`} values={values} />
    </p>
  );
}

function HiddenSummary() {
  const answer = network.shown.value;
  const values = {
    parameters: <Value of={answer} path="parameter_count" style="count" />,
    small: <Value of={answer} path="sparsity.small_share" style="percent" />,
    negative: <Value of={answer} path="sparsity.not_positive_share" style="percent" />,
    zero: <Value of={answer} path="sparsity.zero_share" style="percent" />,
    largest: <Value of={answer} path="largest" style="cell" />,
  };
  return <Paragraph id="checkpoint.hidden" values={values} />;
}

export function LayerPart() {
  const { error } = network.newest.value;
  const kind = activation.value;
  const own = model.value?.activation;
  return (
    <section aria-label={t('checkpoint.network_title')} aria-busy={network.running}>
      <Heading part="checkpoint.network" />
      <div class="controls">
        <LayerSlider />
        {kind !== undefined && (
          <Choice
            legend={t('checkpoint.run_with')}
            values={choices_of(own)}
            label={activation_name}
            value={kind}
            on_choose={(chosen) => (chosen_activation.value = chosen === own ? undefined : chosen)}
          />
        )}
      </div>
      <Reading />
      {kind === undefined && <UndecidedActivation />}
      <Formula />
      {error && <FileErrorNotice error={error} name={opened.value?.name ?? ''} />}
      <ReferenceCheck />
      {kind !== undefined && layer_shown.value && (
        <>
          <HiddenSummary />
          <GateFigure />
        </>
      )}
    </section>
  );
}
