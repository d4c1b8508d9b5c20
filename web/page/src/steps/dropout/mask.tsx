/** The mask of one training pass: a square for each unit, filled if the unit is retained. */
import { MaskPlot } from '../../charts/mask_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { width_of } from '../../numbers/tensor_names.ts';
import { format_number, t } from '../../words/i18n.ts';
import { attended, hover } from '../../numbers/store.ts';
import { mask_data } from './answers.ts';
import type { Experiment } from './answers.ts';

/** Largest number of squares drawn. */
const max_units = 128;

const count = (value: number) => format_number(value, 'count');

/** The scale factor of the retained units; nothing if all units were dropped. */
function Factor({ answer }: { readonly answer: Experiment }) {
  if (answer.value.mask?.factor === 0) return null;
  return (
    <>
      {' ('}
      <Value of={answer} path="mask.factor" style="factor" />
      {')'}
    </>
  );
}

function Drawing({ answer }: { readonly answer: Experiment }) {
  const { token, mask } = answer.value;
  const placement = answer.state.dropout_placement;
  const data = mask?.tensor.data ?? new Float32Array();
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
            dropped: <Value of={answer} path="mask.dropped" style="count" />,
            total: <Value of={answer} path="mask.units" style="count" />,
          }}
        />
        <Factor answer={answer} />
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

export function DropoutMask({ answer }: { readonly answer: Experiment }) {
  const { mask } = answer.value;
  if (mask === undefined) return <p class="hint">{t('dropout.no_mask')}</p>;
  const values = { dropped: count(mask.dropped), total: count(mask.units) };
  return (
    <FigureFrame
      name="dropout_mask"
      title={t(`dropout.mask_${answer.state.dropout_placement}`, values)}
      drawing
      data={() => mask_data(answer)}
    >
      <Drawing answer={answer} />
    </FigureFrame>
  );
}
