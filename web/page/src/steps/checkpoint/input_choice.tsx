/** Choice of the networks' input, with an explanation of its source. */
import { useId } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Message } from '../../words/message.tsx';
import { use_npy_file } from '../../numbers/npy_file.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { format_number, t } from '../../words/i18n.ts';
import type { MatrixError } from '../../words/parse_matrix.ts';
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

function error_text({ code, row = 0, column = 0, token = '', expected = 0, found = 0 }: MatrixError): string {
  return t(`matrix.${code}`, { row, column, token, expected: count(expected), found: count(found) });
}

/** Error message for the pasted rows; empty if they are valid or the field is empty. */
function pasted_error(): string {
  const result = pasted_matrix.value;
  if (pasted_rows.value.trim() === '') return '';
  if ('error' in result) return error_text(result.error);
  const { columns } = result.matrix;
  const needed = model.value?.d_model ?? 0;
  return columns === needed ? '' : t('checkpoint.wrong_width', { columns: count(columns), d_model: count(needed) });
}

function PastedRows() {
  const id = useId();
  const npy = use_npy_file(pasted_rows.value, (text) => (pasted_rows.value = text), model_limits);
  const error = pasted_error();
  return (
    <div class="field pasted" {...npy.drop}>
      <label for={id}>{t('checkpoint.paste', { d_model: count(model.value?.d_model ?? 0) })}</label>
      <textarea
        id={id}
        class="field_input"
        rows={4}
        autocomplete="off"
        spellcheck={false}
        wrap="off"
        value={pasted_rows.value}
        aria-invalid={error !== ''}
        aria-describedby={`${id}_error ${id}_hint`}
        onInput={(event) => (pasted_rows.value = event.currentTarget.value)}
      />
      <p id={`${id}_error`} class="field_error" role="status">
        {npy.error ?? error}
      </p>
      {npy.chooser}
      <p id={`${id}_hint`} class="hint">
        {t('matrix.hint', { rows: count(model_limits.rows), columns: count(model_limits.columns) })}
      </p>
    </div>
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
