/** The highlighted element in full precision, its origin, and the elements with the same index in tensors of the same width. */
import { Button } from '../../controls/button.tsx';
import type { Pass } from '../../numbers/forward_pass.ts';
import { inspect_answer } from '../../numbers/provenance_card.tsx';
import { attended, store } from '../../numbers/store.ts';
import { tensor_key, tensor_names, width_of, type ElementReference } from '../../numbers/tensor_names.ts';
import { largest_x } from '../../numbers/url_state.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { Equation } from './cell_trace.tsx';
import { RowActivation } from './statistics.tsx';
import { element_name } from './trace_parts.tsx';

interface ElementProps {
  readonly pass: Pass;
  readonly at: ElementReference;
}

/** Returns the path of the element in the answer. */
const element_path = ({ pass: { value }, at: { tensor, token, feature } }: ElementProps) =>
  `tensors.${tensor_key(tensor)}.${token * value[width_of(tensor)] + feature}` as const;

/**
 * Moves the cursor of the activation plots to this hidden unit's pre-activation. Always rendered, so that the layout does not shift
 * and the Tab key reaches it; disabled for elements that are not hidden units.
 */
function ShowOnCurve({ pass, at }: ElementProps) {
  const value = pass.value.tensors.pre_activation.data[at.token * pass.value.d_ff + at.feature];
  const possible = width_of(at.tensor) === 'd_ff' && value !== undefined && Math.abs(value) <= largest_x;
  const show = (event: Event) => {
    if (possible) store.cursor_x.value = value;
    else event.preventDefault();
  };
  return (
    <a class="button button_small" href="#activation" aria-disabled={!possible} onClick={show}>
      {t('inspector.show_on_curve')}
    </a>
  );
}

export function Inspector({ pass }: { readonly pass: Pass }) {
  const at = attended.value;
  const { value } = pass;
  const exists = at && at.feature < value[width_of(at.tensor)] && at.token * value.d_model < value.tensors.x.data.length;
  return (
    <aside class="inspector" aria-label={t('inspector.label')}>
      {exists ? (
        <>
          <dl>
            {tensor_names
              .filter((name) => width_of(name) === width_of(at.tensor))
              .map((tensor) => (
                <div key={tensor} class={tensor === at.tensor ? 'inspected inspected_self' : 'inspected'}>
                  <dt>
                    <code>{element_name(pass, { ...at, tensor })}</code> <RowActivation pass={pass} name={tensor} />
                  </dt>
                  <dd>
                    <Value of={pass} path={element_path({ pass, at: { ...at, tensor } })} style="precise" />
                  </dd>
                </div>
              ))}
          </dl>
          <div class="inspector_buttons">
            <ShowOnCurve pass={pass} at={at} />
            <Button text={t('inspector.show_origin')} small on_click={() => void inspect_answer(pass, element_path({ pass, at }))} />
          </div>
          <Equation pass={pass} at={at} />
        </>
      ) : (
        <p class="hint">{t('inspector.empty')}</p>
      )}
    </aside>
  );
}
