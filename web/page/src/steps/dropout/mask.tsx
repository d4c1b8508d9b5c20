/** The mask of one training pass: a square for each unit, filled if the unit is retained. */
import { MaskPlot } from '../../charts/mask_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import type { DropoutReply, DropoutRequest } from '../../numbers/protocol.ts';
import { width_of } from '../../numbers/tensor_names.ts';
import { format_number, t } from '../../words/i18n.ts';
import { attended, hover } from '../../numbers/store.ts';
import { mask_data } from './figures.ts';

/** Largest number of squares drawn. */
const max_units = 128;

const count = (value: number) => format_number(value, 'count');

type Mask = NonNullable<DropoutReply['mask']>;

/** The scale factor of the retained units; nothing if all units were dropped. */
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

function Drawing({
  mask: { data, dropped, factor },
  placement,
  token,
}: { readonly mask: Mask } & Pick<DropoutReply, 'placement' | 'token'>) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const tensor = placement === 'hidden' ? 'hidden.gelu' : 'output.gelu';
  const attended_element = attended.value;
  const same_width = attended_element !== undefined && width_of(attended_element.tensor) === width_of(tensor);
  return (
    <div ref={ref}>
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
      <MaskPlot
        width={width}
        retained={Array.from(data.subarray(0, max_units), (multiplier) => multiplier > 0)}
        attended={same_width ? attended_element.feature : undefined}
        on_attend={(feature) => hover(feature === undefined ? undefined : { tensor, token, feature })}
      />
      {data.length > max_units && <p class="hint">{t('dropout.mask_first', { shown: count(max_units), total: count(data.length) })}</p>}
    </div>
  );
}

export function DropoutMask({ answer }: { readonly answer: { readonly request: DropoutRequest; readonly reply: DropoutReply } }) {
  const { mask, placement, token } = answer.reply;
  if (mask === undefined) return <p class="hint">{t('dropout.no_mask')}</p>;
  const title = t(`dropout.mask_${placement}`, { dropped: count(mask.dropped), total: count(mask.data.length) });
  return (
    <FigureFrame name="dropout_mask" title={title} drawing data={() => mask_data(answer)}>
      <Drawing mask={mask} placement={placement} token={token} />
    </FigureFrame>
  );
}
