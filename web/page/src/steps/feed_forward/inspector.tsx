/** The highlighted element in full precision, its origin, and the elements with the same index in tensors of the same width. */
import { Value } from '../../numbers/value.tsx';
import { Equation } from './cell_trace.tsx';
import type { FeedForwardReply } from '../../numbers/protocol.ts';
import { base_name, tensor_names, width_of } from '../../numbers/tensor_names.ts';
import type { TensorName } from '../../numbers/tensor_names.ts';
import { t } from '../../words/i18n.ts';
import { inspect } from '../../numbers/inspect.ts';
import { attended, store } from '../../numbers/store.ts';
import type { ElementReference } from '../../numbers/tensor_names.ts';
import { largest_x } from '../../numbers/url_state.ts';
import { leading_index } from '../../numbers/token_choice.tsx';

interface ElementProps {
  readonly reply: FeedForwardReply;
  readonly at: ElementReference;
}

/** Returns the element in index notation: `hidden[0, 3, 17]`. */
function element_name(name: TensorName, { reply, at }: ElementProps): string {
  const place = [...leading_index(at.token, reply.tensors[name].shape), at.feature];
  return `${base_name(name)}[${place.join(', ')}]`;
}

/** Returns the tensors of the same width: pre_activation and hidden, or x and output. */
function companions(at: ElementReference): readonly TensorName[] {
  return tensor_names.filter((name) => width_of(name) === width_of(at.tensor));
}

function Companion({ reply, at, name }: ElementProps & { readonly name: TensorName }) {
  const { data, shape } = reply.tensors[name];
  const index = at.token * (shape[shape.length - 1] ?? 1) + at.feature;
  const activation = name.endsWith('.relu') ? 'relu' : name.endsWith('.gelu') ? reply.gelu : undefined;
  return (
    <div class={name === at.tensor ? 'inspected inspected_self' : 'inspected'}>
      <dt>
        <code>{element_name(name, { reply, at })}</code>{' '}
        {activation && <span class="row_activation">{t(`activation.short_${activation}`)}</span>}
      </dt>
      <dd>
        <Value value={data[index] ?? NaN} style="precise" call="feed_forward" tensor={name} index={index} />
      </dd>
    </div>
  );
}

/**
 * Moves the cursor of the activation plots to this hidden unit's pre-activation. Always rendered, so that the layout does not shift
 * and the Tab key reaches it; disabled for elements that are not hidden units.
 */
function ShowOnCurve({ reply, at }: ElementProps) {
  const value = reply.tensors.pre_activation.data[at.token * reply.d_ff + at.feature];
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
function ShowOrigin({ reply, at }: ElementProps) {
  const { data, shape } = reply.tensors[at.tensor];
  const index = at.token * (shape[shape.length - 1] ?? 1) + at.feature;
  const show = () => inspect({ call: 'feed_forward', tensor: at.tensor, index: String(index) }, data[index] ?? NaN);
  return (
    <button type="button" class="button button_small" onClick={show}>
      {t('inspector.show_origin')}
    </button>
  );
}

export function Inspector({ reply }: { readonly reply: FeedForwardReply }) {
  const at = attended.value;
  const width = at && width_of(at.tensor) === 'd_ff' ? reply.d_ff : reply.d_model;
  const exists = at !== undefined && at.feature < width && at.token * reply.d_model < reply.tensors.x.data.length;
  return (
    <aside class="inspector" aria-label={t('inspector.label')}>
      {exists ? (
        <>
          <dl>
            {companions(at).map((name) => (
              <Companion key={name} reply={reply} at={at} name={name} />
            ))}
          </dl>
          <div class="inspector_buttons">
            <ShowOnCurve reply={reply} at={at} />
            <ShowOrigin reply={reply} at={at} />
          </div>
          <Equation pass={reply} at={at} />
        </>
      ) : (
        <p class="hint">{t('inspector.empty')}</p>
      )}
    </aside>
  );
}
