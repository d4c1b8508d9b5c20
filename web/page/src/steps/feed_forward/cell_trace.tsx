/** Trace of one element of a layer's output: the products of inputs and weights, largest first, then the bias and the sum. */
import { batch, computed, signal } from '@preact/signals';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { memo } from '../../words/memo.ts';
import { Value } from '../../numbers/value.tsx';
import type { Edit, EditedTensor } from '../../numbers/edits.ts';
import type { CellTraceReply, FeedForwardReply } from '../../numbers/protocol.ts';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import type { ElementReference } from '../../numbers/tensor_names.ts';
import { forward_pass } from '../../numbers/forward_pass.ts';
import { same_network } from '../../numbers/forward_request.ts';
import { NumberEditor } from '../../numbers/number_editor.tsx';
import { cell_trace, names_of, order_of } from './traced_cell.ts';

/** Number of terms shown initially. */
const initial_terms = 8;
const all_terms = signal(false);

/** Opens the editor of a number, or closes it. Pins the traced cell, so that the trace does not change while the user types. */
function choose(number: typeof store.editing.value, cell: ElementReference): void {
  batch(() => {
    store.editing.value = number;
    if (number === undefined) return;
    store.pinned.value = cell;
    store.hovered.value = undefined;
  });
}

interface EditableProps {
  /** The output element whose trace contains the number. */
  readonly cell: ElementReference;
  readonly tensor: EditedTensor;
  readonly index: number;
  readonly name: string;
  readonly value: number;
  /** Whether the number is being edited. */
  readonly chosen: boolean;
  readonly changed: boolean;
}

const edit_key = ({ tensor, index }: Pick<Edit, 'tensor' | 'index'>) => `${tensor} ${index}`;

/** Keys of the edited numbers as one text, which stays equal while only a value changes: then nothing re-renders. */
const changed_keys = computed(() => store.edits.value.map(edit_key).join());

function state_of(tensor: EditedTensor, index: number) {
  const { value: editing } = store.editing;
  const key = edit_key({ tensor, index });
  return { chosen: editing !== undefined && edit_key(editing) === key, changed: changed_keys.value.split(',').includes(key) };
}

const Editable = memo(function Editable({ cell, tensor, index, name, value, chosen, changed }: EditableProps) {
  return (
    <button
      type="button"
      class={changed ? 'editable editable_changed' : 'editable'}
      aria-pressed={chosen}
      onClick={() => choose(chosen ? undefined : { tensor, index }, cell)}
    >
      <span class="visually_hidden">{t('edit.label', { name })}: </span>
      <Value value={value} style="cell" call="weights" tensor={tensor} index={index} />
    </button>
  );
});

function Term({ reply, pass, k, largest }: { reply: CellTraceReply; pass: FeedForwardReply; k: number; largest: number }) {
  const { input, weight, terms } = reply.trace;
  const names = names_of(reply, pass);
  const term = terms[k] ?? NaN;
  const { place, cell } = names;
  const share = largest > 0 ? Math.abs(term) / largest : 0;
  const [input_index, weight_index] = [names.input_index(k), names.weight_index(k)];
  return (
    <tr
      onPointerEnter={(event) =>
        event.pointerType === 'mouse' && (store.term.value = { tensor: names.input, token: reply.token, feature: k })
      }
      onPointerLeave={() => (store.term.value = undefined)}
    >
      <th scope="row">{k}</th>
      <td>
        {names.input === 'x' ? (
          <Editable
            {...{ cell, ...state_of('x', input_index) }}
            tensor="x"
            index={input_index}
            name={names.input_name(k)}
            value={input[k] ?? NaN}
          />
        ) : (
          <Value value={input[k]} style="cell" call="feed_forward" tensor={names.input} index={input_index} />
        )}
      </td>
      <td>
        <Editable
          {...{ cell, ...state_of(names.weight, weight_index) }}
          tensor={names.weight}
          index={weight_index}
          name={names.weight_name(k)}
          value={weight[k] ?? NaN}
        />
      </td>
      <td>
        <Value value={term} style="cell" call="trace_dot" tensor={place} index={`terms[${k}]`} />
      </td>
      <td class="term_bar_cell" aria-hidden="true">
        <span class={term < 0 ? 'term_bar term_minus' : 'term_bar'} style={{ '--share': share.toFixed(4) }} />
      </td>
    </tr>
  );
}

function Sums({ reply, pass }: { readonly reply: CellTraceReply; readonly pass: FeedForwardReply }) {
  const { bias, sum, computed } = reply.trace;
  const names = names_of(reply, pass);
  const { place } = names;
  return (
    <>
      <tr>
        <th scope="row" colSpan={3}>
          {t('trace.bias')} <code>{names.bias_name}</code>
        </th>
        <td>
          <Editable
            {...{ cell: names.cell, ...state_of(names.bias, reply.feature) }}
            tensor={names.bias}
            index={reply.feature}
            name={names.bias_name}
            value={bias}
          />
        </td>
        <td />
      </tr>
      {(['sum', 'computed'] as const).map((field) => (
        <tr key={field} class="row_of_sums">
          <th scope="row" colSpan={3}>
            {t(`trace.${field}`)}
          </th>
          <td>
            <Value value={field === 'sum' ? sum : computed} style="precise" call="trace_dot" tensor={place} index={field} />
          </td>
          <td />
        </tr>
      ))}
    </>
  );
}

function TermTable({ reply, pass }: { readonly reply: CellTraceReply; readonly pass: FeedForwardReply }) {
  const { terms } = reply.trace;
  const order = order_of(terms);
  const shown = all_terms.value ? order : order.slice(0, initial_terms);
  const names = names_of(reply, pass);
  return (
    <>
      <div class="table_frame trace_frame">
        <table class="numbers trace_table">
          <caption>{t('trace.caption', { name: names.title })}</caption>
          <thead>
            <tr>
              <th scope="col">k</th>
              <th scope="col">
                <code>{names.input_title}</code>
              </th>
              <th scope="col">
                <code>{names.weight}</code>
              </th>
              <th scope="col">{t('trace.product')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {shown.map((k, position) => (
              // Keyed by position: a row keeps the focus when another cell is traced.
              <Term key={position} reply={reply} pass={pass} k={k} largest={Math.abs(terms[order[0] ?? 0] ?? 0)} />
            ))}
            <Sums reply={reply} pass={pass} />
          </tbody>
        </table>
      </div>
      {order.length > initial_terms && (
        <button
          type="button"
          class="button button_small"
          aria-pressed={all_terms.value}
          onClick={() => (all_terms.value = !all_terms.value)}
        >
          {t(all_terms.value ? 'trace.fewer' : 'trace.all', { count: order.length })}
        </button>
      )}
    </>
  );
}

/** Number of products that fit in one line. */
const equation_terms = 3;

/** The element in one line: its largest products and the result. Renders nothing if no trace of the element is available. */
export function Equation({ pass, at }: { readonly pass: FeedForwardReply; readonly at: ElementReference }) {
  const reply = cell_trace.value.current?.reply;
  if (reply === undefined || at.tensor === 'x' || reply.feature !== at.feature || reply.token !== at.token) return null;
  const { input, weight, terms, computed } = reply.trace;
  const names = names_of(reply, pass);
  const { place } = names;
  const order = order_of(terms);
  return (
    <p class="inspector_equation">
      <code>{names.title}</code> {' = '}
      {order.slice(0, equation_terms).map((k, position) => (
        <span key={k}>
          {position > 0 && ' + '}
          <Value value={input[k]} style="cell" call="trace_dot" tensor={place} index={`input[${k}]`} />
          {' · '}
          <Value value={weight[k]} style="cell" call="trace_dot" tensor={place} index={`weight[${k}]`} />
        </span>
      ))}
      {order.length > equation_terms && ' + …'}
      {' = '}
      <Value value={computed} style="cell" call="trace_dot" tensor={place} index="computed" />
    </p>
  );
}

/** Editor of the selected number with its value from the current trace; a hint if the trace does not contain it. */
function Editor({ reply, pass }: { readonly reply: CellTraceReply; readonly pass: FeedForwardReply }) {
  const chosen = store.editing.value;
  if (chosen === undefined) return <p class="hint">{t('edit.hint')}</p>;
  const names = names_of(reply, pass);
  const { input, weight, bias } = reply.trace;
  const k = weight.findIndex((_, place) => (chosen.tensor === 'x' ? names.input_index(place) : names.weight_index(place)) === chosen.index);
  const of_tensor = { [names.weight]: weight[k], [names.bias]: chosen.index === reply.feature ? bias : undefined };
  const value = chosen.tensor === 'x' && names.input === 'x' ? input[k] : of_tensor[chosen.tensor];
  if (value === undefined) return <p class="hint">{t('edit.hint')}</p>;
  const name = chosen.tensor === names.bias ? names.bias_name : chosen.tensor === 'x' ? names.input_name(k) : names.weight_name(k);
  return <NumberEditor {...chosen} name={name} value={value} />;
}

/** Clears the hovered element when the focus leaves the trace; tensor_cells.tsx leaves it set while the focus is here. */
function clear_hovered({ relatedTarget, currentTarget }: FocusEvent & { readonly currentTarget: Element }): void {
  if (store.pinned.value && !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) store.hovered.value = undefined;
}

export function CellTrace({ pass }: { readonly pass: FeedForwardReply }) {
  const { current, error } = cell_trace.value;
  const pass_request = forward_pass.value.current?.request;
  const reply = current && pass_request && same_network(current.request, pass_request) ? current.reply : undefined;
  return (
    <section class="trace" aria-labelledby="trace_title" onFocusOut={clear_hovered}>
      <h3 id="trace_title">{t('trace.title')}</h3>
      <p class="hint">{t('trace.lead')}</p>
      <CallErrorNotice error={error} />
      {reply ? (
        <>
          <TermTable reply={reply} pass={pass} />
          <Editor reply={reply} pass={pass} />
        </>
      ) : (
        <div class="waiting_cells" aria-hidden="true" />
      )}
    </section>
  );
}
