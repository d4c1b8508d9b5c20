/** The mask of one training pass: a square for each unit, filled where it is kept. */
import { Message } from '../components/message.tsx';
import { Value } from '../components/value.tsx';
import type { DropoutReply } from '../core/protocol.ts';
import { format_number, t } from '../i18n.ts';

/** More squares are no longer looked at one by one. */
const most_units = 128;

/** What all that is kept is multiplied by; nothing where nothing was kept. */
function Factor({ factor }: { readonly factor: number }) {
  if (factor === 0) return null;
  return (
    <>
      {' ('}
      <Value value={factor} style="factor" call="summarize" tensor="mask" index="maximum" />
      {')'}
    </>
  );
}

export function DropoutMask({ reply: { mask, placement } }: { readonly reply: DropoutReply }) {
  if (mask === undefined) return <p class="hint">{t('dropout.no_mask')}</p>;
  const { data, dropped, factor } = mask;
  const count = (value: number) => format_number(value, 'count');
  return (
    <div>
      <h3 class="plot_title">
        <Message
          id={`dropout.mask_${placement}`}
          values={{
            dropped: <Value value={dropped} style="count" call="sparsity" tensor="mask" index="zero" />,
            total: <Value value={data.length} style="count" call="trace" tensor="mask" index="shape" />,
          }}
        />
        <Factor factor={factor} />
      </h3>
      <div class="mask" aria-hidden="true">
        {Array.from(data.subarray(0, most_units), (kept, unit) => (
          <span key={unit} class={kept > 0 ? 'mask_kept' : 'mask_dropped'} />
        ))}
      </div>
      {data.length > most_units && <p class="hint">{t('dropout.mask_first', { shown: count(most_units), total: count(data.length) })}</p>}
    </div>
  );
}
