/** Choice of the networks' input, with an explanation of its source. */
import { Choice } from '../../controls/choice.tsx';
import { Message } from '../../words/message.tsx';
import { MatrixField, matrix_error_text } from '../../numbers/matrix_field.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { model_limits } from '../../words/parse_matrix.ts';
import { layer_number, Part } from './part.tsx';
import type { InputKind } from './pass.ts';
import {
  input_kind,
  layer,
  layer_request,
  model,
  most_random_tokens,
  opened,
  pasted_matrix,
  pasted_rows,
  random_rows,
  tokens,
} from './state.ts';
import { TokensInput } from './tokens_input.tsx';

const count = (value: number) => format_number(value, 'count');

function kinds(): readonly InputKind[] {
  return [
    ...(opened.value?.sample ? (['captured'] as const) : []),
    'random',
    'pasted',
    ...(model.value?.blocks ? (['tokens'] as const) : []),
  ];
}

function RandomFields() {
  return (
    <div class="controls">
      <NumberField
        label={t('checkpoint.rows')}
        value={random_rows.tokens.value}
        smallest={1}
        largest={most_random_tokens}
        whole
        on_value={(value) => (random_rows.tokens.value = value)}
      />
      <NumberField
        label={t('checkpoint.seed')}
        value={random_rows.seed.value}
        smallest={0}
        largest={4_294_967_295}
        whole
        on_value={(value) => (random_rows.seed.value = value)}
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
  return (
    <Part name="input">
      <Choice
        legend={t('checkpoint.input_kind')}
        values={kinds()}
        label={(name) => t(`checkpoint.input_${name}`)}
        value={kind}
        on_choose={(name) => (input_kind.value = name)}
        quiet
      />
      {kind === 'random' && <RandomFields />}
      {kind === 'pasted' && <PastedRows />}
      {kind === 'tokens' && <TokensInput />}
      <p class="checkpoint_tier" role="status" data-tier={has_input ? kind : 'none'}>
        {has_input ? (
          <Message
            id={`checkpoint.tier_${kind}`}
            values={{ rows: count(tokens.value), layer: layer_number(layer.value), d_model: count(model.value?.d_model ?? 0) }}
          />
        ) : (
          t(kind === 'tokens' ? 'checkpoint.tokens_none' : 'checkpoint.tier_none')
        )}
      </p>
    </Part>
  );
}
