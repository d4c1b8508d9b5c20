/** The mask of one training pass: a square for each unit, filled where it is kept. */
import type { DropoutReply } from '../core/protocol.ts';
import { format_number, t } from '../i18n.ts';
import { store } from '../store.ts';

/** More squares are no longer looked at one by one. */
const most_units = 128;

export function DropoutMask({ reply: { mask } }: { readonly reply: DropoutReply }) {
  if (mask === undefined) return <p class="hint">{t('dropout.no_mask')}</p>;
  const shown = mask.subarray(0, most_units);
  const kept = shown.filter((factor) => factor > 0);
  const count = (value: number) => format_number(value, 'count');
  const values = { kept: count(kept.length), total: count(shown.length), factor: format_number(kept[0] ?? 0, 'factor') };
  return (
    <div>
      <h3 class="plot_title">{t(`dropout.mask_${store.dropout_placement.value}`, values)}</h3>
      <div class="mask" aria-hidden="true">
        {Array.from(shown, (factor, unit) => (
          <span key={unit} class={factor > 0 ? 'mask_kept' : 'mask_dropped'} />
        ))}
      </div>
      {mask.length > most_units && <p class="hint">{t('dropout.mask_first', { shown: count(most_units), total: count(mask.length) })}</p>}
    </div>
  );
}
