/** The window of features whose numbers all tensors of one width show. */
import { ArrowButton } from '../controls/button.tsx';
import { format_count, t } from '../words/i18n.ts';
import type { NumberStyle } from '../words/number_format.ts';
import type { Answer } from './answers.ts';
import type { Path } from './path.ts';
import { store } from '../state/store.ts';
import { window_length, width_of, type TensorName } from '../state/tensor_names.ts';
import { Value } from './value.tsx';

/** Returns a shape as NumPy and PyTorch print it. */
export const shape_text = (shape: readonly number[]): string =>
  shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;

export function WindowButtons({
  name,
  features,
  from,
  to,
}: {
  name: TensorName;
  features: number;
  from: number;
  to: number;
}) {
  const start = store.window_start[width_of(name)];
  return (
    <div class="window_buttons">
      <span>
        {t('tensor.window', {
          from: format_count(from),
          to: format_count(to - 1),
          total: format_count(features),
        })}
      </span>
      <ArrowButton
        arrow="‹"
        label={t('tensor.previous', { count: window_length })}
        disabled={from === 0}
        on_click={() => (start.value = from - window_length)}
      />
      <ArrowButton
        arrow="›"
        label={t('tensor.next', { count: window_length })}
        disabled={to >= features}
        on_click={() => (start.value = from + window_length)}
      />
    </div>
  );
}

/** `path` leads to the scale, an object with `low` and `high`. */
export function ScaleLegend<Value>({
  of,
  path,
  style,
}: {
  of: Answer<Value>;
  path: string;
  style: NumberStyle;
}) {
  const end = (name: 'low' | 'high') => (
    <Value of={of} path={`${path}.${name}` as Path<Value>} style={style} />
  );
  return (
    <p class="scale_legend" aria-hidden="true">
      {end('low')}
      <span class="scale_bar" />
      {end('high')}
    </p>
  );
}
