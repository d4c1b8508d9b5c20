/** The highlighted element in full precision, its origin, and the elements with the same index in tensors of the same width. */
import { Button } from '../../controls/button.tsx';
import { Value } from '../../numbers/value.tsx';
import { Equation } from './cell_trace.tsx';
import type { Pass } from '../../numbers/forward_pass.ts';
import { base_name, tensor_key, tensor_names, width_of } from '../../numbers/tensor_names.ts';
import type { TensorName } from '../../numbers/tensor_names.ts';
import { t } from '../../words/i18n.ts';
import { inspect_answer } from '../../numbers/provenance_card.tsx';
import { attended, store } from '../../numbers/store.ts';
import type { ElementReference } from '../../numbers/tensor_names.ts';
import { largest_x } from '../../numbers/url_state.ts';
import { leading_index } from '../../numbers/token_choice.tsx';

interface ElementProps {
  readonly pass: Pass;
  readonly at: ElementReference;
}

/** Returns the element in index notation: `hidden[0, 3, 17]`. */
function element_name(name: TensorName, { pass, at }: ElementProps): string {
  const place = [...leading_index(at.token, pass.value.tensors[tensor_key(name)].shape), at.feature];
  return `${base_name(name)}[${place.join(', ')}]`;
}

/** Returns the path, in the answer, of the element with the same index in a tensor of the same width. */
function element_path(name: TensorName, { pass: { value }, at }: ElementProps) {
  const index = at.token * value[width_of(name)] + at.feature;
  return `tensors.${tensor_key(name)}.${index}` as const;
}

/** Returns the tensors of the same width: pre_activation and hidden, or x and output. */
function companions(at: ElementReference): readonly TensorName[] {
  return tensor_names.filter((name) => width_of(name) === width_of(at.tensor));
}

function Companion({ pass, at, name }: ElementProps & { readonly name: TensorName }) {
  const activation = name.endsWith('.relu') ? 'relu' : name.endsWith('.gelu') ? pass.state.gelu : undefined;
  return (
    <div class={name === at.tensor ? 'inspected inspected_self' : 'inspected'}>
      <dt>
        <code>{element_name(name, { pass, at })}</code>{' '}
        {activation && <span class="row_activation">{t(`activation.short_${activation}`)}</span>}
      </dt>
      <dd>
        <Value of={pass} path={element_path(name, { pass, at })} style="precise" />
      </dd>
    </div>
  );
}

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

/** Shows the program that computes the element. */
function ShowOrigin({ pass, at }: ElementProps) {
  const show = () => void inspect_answer(pass, element_path(at.tensor, { pass, at }));
  return <Button text={t('inspector.show_origin')} small on_click={show} />;
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
            {companions(at).map((name) => (
              <Companion key={name} pass={pass} at={at} name={name} />
            ))}
          </dl>
          <div class="inspector_buttons">
            <ShowOnCurve pass={pass} at={at} />
            <ShowOrigin pass={pass} at={at} />
          </div>
          <Equation pass={pass} at={at} />
        </>
      ) : (
        <p class="hint">{t('inspector.empty')}</p>
      )}
    </aside>
  );
}
