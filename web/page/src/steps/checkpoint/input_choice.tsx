/** Choice of the networks' input, with an explanation of its source. */
import { Choice } from '../../controls/choice.tsx';
import { Message } from '../../words/message.tsx';
import { MatrixField, matrix_error_text } from '../../numbers/matrix_field.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { model_limits } from '../../words/parse_matrix.ts';
import type { InputKind } from './calls.ts';
import { TextInput } from './extensions.ts';
import {
  input_kind,
  layer,
  layer_request,
  model,
  most_random_tokens,
  opened,
  pasted_matrix,
  pasted_rows,
  random_input,
  tokens,
} from './state.ts';

const count = (value: number) => format_number(value, 'count');

function kinds(): readonly InputKind[] {
  const file = opened.value;
  return [
    ...(file?.sample ? (['captured'] as const) : []),
    'random',
    'pasted',
    ...(TextInput !== undefined && file?.model.blocks ? (['tokens'] as const) : []),
  ];
}

function RandomFields() {
  return (
    <div class="controls">
      <NumberField
        label={t('checkpoint.rows')}
        value={random_input.tokens.value}
        smallest={1}
        largest={most_random_tokens}
        whole
        on_value={(value) => (random_input.tokens.value = value)}
      />
      <NumberField
        label={t('checkpoint.seed')}
        value={random_input.seed.value}
        smallest={0}
        largest={4_294_967_295}
        whole
        on_value={(value) => (random_input.seed.value = value)}
      />
    </div>
  );
}

/** Error message for the pasted rows; empty if they are valid or the field is empty. */
function pasted_error(): string {
  const result = pasted_matrix.value;
  if (pasted_rows.value.trim() === '') return '';
  if ('error' in result) return matrix_error_text(result.error);
  const { columns } = result.matrix;
  const needed = model.value?.d_model ?? 0;
  return columns === needed ? '' : t('checkpoint.wrong_width', { columns: count(columns), d_model: count(needed) });
}

function PastedRows() {
  return (
    <MatrixField
      label={t('checkpoint.paste', { d_model: count(model.value?.d_model ?? 0) })}
      text={pasted_rows.value}
      on_text={(text) => (pasted_rows.value = text)}
      rows={4}
      limits={model_limits}
      error={pasted_error()}
    />
  );
}

export function InputPart() {
  const kind = input_kind.value;
  const has_input = layer_request.value !== undefined;
  const number = model.value?.layers[layer.value]?.number ?? layer.value;
  return (
    <section aria-label={t('checkpoint.input')}>
      <h3>{t('checkpoint.input')}</h3>
      <Choice
        legend={t('checkpoint.input_kind')}
        quiet
        options={kinds().map((name) => ({ name, label: t(`checkpoint.input_${name}`) }))}
        value={kind}
        on_choose={(name) => (input_kind.value = name)}
      />
      {kind === 'random' && <RandomFields />}
      {kind === 'pasted' && <PastedRows />}
      {kind === 'tokens' && TextInput !== undefined && <TextInput />}
      <p class="checkpoint_tier" role="status" data-tier={has_input ? kind : 'none'}>
        {has_input ? (
          <Message
            id={`checkpoint.tier_${kind}`}
            values={{ rows: count(tokens.value), layer: count(number), d_model: count(model.value?.d_model ?? 0) }}
          />
        ) : (
          t(kind === 'tokens' ? 'checkpoint.tokens_none' : 'checkpoint.tier_none')
        )}
      </p>
    </section>
  );
}
