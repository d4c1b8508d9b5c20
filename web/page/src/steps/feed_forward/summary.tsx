/**
 * Summary of the pass: sizes, statistics of each tensor, the difference between the two outputs,
 * and the highlighted element.
 */
import { Button } from '../../controls/button.tsx';
import { Folded } from '../../controls/folded.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import type { Pass } from '../../numbers/forward_pass.ts';
import { inspect_answer } from '../../numbers/provenance_card.tsx';
import { attended, store } from '../../state/store.ts';
import {
  base_name,
  tensor_key,
  tensor_names,
  width_of,
  type ElementReference,
  type TensorName,
} from '../../state/tensor_names.ts';
import { largest_x } from '../../state/url_parameters.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { Message } from '../../controls/message.tsx';
import { folded_part, part_anchor } from '../../words/parts.ts';
import { Equation } from './cell_trace.tsx';
import { TwoWays } from './exercises.tsx';
import { element_name } from './trace_parts.tsx';

/** Names the activation of a tensor that has passed one. */
function RowActivation({ pass, name }: { readonly pass: Pass; readonly name: TensorName }) {
  const activation = name.endsWith('.relu')
    ? 'relu'
    : name.endsWith('.gelu')
      ? pass.state.gelu
      : undefined;
  return activation && <span class="row_activation">{t(`activation.short_${activation}`)}</span>;
}

export function ForwardFacts({ pass }: { readonly pass: Pass }) {
  return (
    <dl class="facts">
      {(['d_model', 'd_ff', 'parameter_count'] as const).map((field) => (
        <div key={field}>
          <dt>
            <Message id={`feed_forward.fact_${field}`} />
          </dt>
          <dd>
            <Value of={pass} path={field} style="count" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const columns = [
  { field: 'mean', style: 'statistic' },
  { field: 'standard_deviation', style: 'statistic' },
  { field: 'negative_share', style: 'percent' },
] as const;

function row_of(name: TensorName, pass: Pass) {
  const key = tensor_key(name);
  const head = (
    <>
      <code>{base_name(name)}</code> <RowActivation pass={pass} name={name} />
    </>
  );
  const cells = columns.map(({ field, style }) => {
    const undefined_here = field === 'standard_deviation' && pass.value.summaries[key].count < 2;
    return undefined_here ? (
      t('statistics.undefined')
    ) : (
      <Value of={pass} path={`summaries.${key}.${field}`} style={style} />
    );
  });
  return { head, cells };
}

export function StatisticsTable({ pass }: { readonly pass: Pass }) {
  return (
    <div class="statistics">
      <Folded
        {...folded_part('feed_forward.statistics')}
        anchors={[part_anchor('feed_forward.sequential')]}
      >
        <NumberTable
          caption={t('statistics.caption')}
          heads={[t('statistics.tensor'), ...columns.map(({ field }) => t(`statistics.${field}`))]}
          rows={tensor_names.map((name) => row_of(name, pass))}
        />
        <p class="statistics_difference">
          <Message id="statistics.difference" />{' '}
          <Value of={pass} path="mean_absolute_difference" style="statistic" />
        </p>
        <TwoWays />
      </Folded>
    </div>
  );
}

interface ElementProps {
  readonly pass: Pass;
  readonly at: ElementReference;
}

/** Returns the path of the element in the answer. */
const element_path = ({ pass: { value }, at: { tensor, token, feature } }: ElementProps) =>
  `tensors.${tensor_key(tensor)}.${token * value[width_of(tensor)] + feature}` as const;

/**
 * Moves the cursor of the activation plots to this hidden unit's pre-activation. Always rendered,
 * so that the layout does not shift and the Tab key reaches it; disabled for elements that are not
 * hidden units.
 */
function ShowOnCurve({ pass, at }: ElementProps) {
  const value = pass.value.tensors.pre_activation.data[at.token * pass.value.d_ff + at.feature];
  const possible =
    width_of(at.tensor) === 'd_ff' && value !== undefined && Math.abs(value) <= largest_x;
  const show = (event: Event) => {
    if (possible) store.cursor_x.value = value;
    else event.preventDefault();
  };
  return (
    <a
      class="button button_small"
      href="#activation_value"
      aria-disabled={!possible}
      onClick={show}
    >
      {t('inspector.show_on_curve')}
    </a>
  );
}

/**
 * The highlighted element in full precision, its origin, and the elements with the same index in
 * tensors of the same width.
 */
export function Inspector({ pass }: { readonly pass: Pass }) {
  const at = attended.value;
  const { value } = pass;
  const exists =
    at &&
    at.feature < value[width_of(at.tensor)] &&
    at.token * value.d_model < value.tensors.x.data.length;
  return (
    <aside class="inspector" aria-label={t('inspector.label')}>
      {exists ? (
        <>
          <dl>
            {tensor_names
              .filter((name) => width_of(name) === width_of(at.tensor))
              .map((tensor) => (
                <div
                  key={tensor}
                  class={tensor === at.tensor ? 'inspected inspected_self' : 'inspected'}
                >
                  <dt>
                    <code>{element_name(pass, { ...at, tensor })}</code>{' '}
                    <RowActivation pass={pass} name={tensor} />
                  </dt>
                  <dd>
                    <Value
                      of={pass}
                      path={element_path({ pass, at: { ...at, tensor } })}
                      style="precise"
                    />
                  </dd>
                </div>
              ))}
          </dl>
          <div class="inspector_buttons">
            <ShowOnCurve pass={pass} at={at} />
            <Button
              text={t('inspector.show_origin')}
              small
              on_click={() => void inspect_answer(pass, element_path({ pass, at }))}
            />
          </div>
          <Equation pass={pass} at={at} />
        </>
      ) : (
        <p class="hint">{t('inspector.empty')}</p>
      )}
    </aside>
  );
}
