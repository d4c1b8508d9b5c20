/** A part's title with the selected layer, because the layer slider soon scrolls off-screen. */
import type { MessageKey } from '../../words/i18n.ts';
import { format_number, t } from '../../words/i18n.ts';
import { layer, model } from './state.ts';

export function SectionTitle({ id }: { readonly id: MessageKey }) {
  const number = model.value?.layers[layer.value]?.number ?? layer.value;
  return (
    <h3>
      {t(id)} <span class="checkpoint_where">{t('checkpoint.layer_number', { layer: format_number(number, 'count') })}</span>
    </h3>
  );
}
