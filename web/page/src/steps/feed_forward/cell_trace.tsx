/** Trace of one element of a layer's output: the products of inputs and weights, largest first, then the bias and the sum. */
import { signal } from '@preact/signals';
import { Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Button } from '../../controls/button.tsx';
import { Folded } from '../../controls/folded.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';
import { store } from '../../numbers/store.ts';
import type { ElementReference } from '../../numbers/tensor_names.ts';
import type { Pass } from '../../numbers/forward_pass.ts';
import { Editable, editor_of, state_of } from './editable.tsx';
import { names_of, order_of, products, type Products } from './traced_cell.ts';

/** Number of terms shown initially. */
const initial_terms = 8;
const all_terms = signal(false);

interface TraceProps {
  readonly of: Products;
  readonly pass: Pass;
}

/** The factor that is multiplied by a weight; a number of x can be edited, a hidden activation not. */
function Input({ of, pass, k }: TraceProps & { readonly k: number }) {
  const { cell, input, input_index, input_name } = names_of(of.value, pass.value);
  const path = `input.${k}` as const;
  if (input !== 'x') return <Value of={of} path={path} style="cell" />;
  const index = input_index(k);
  return <Editable {...{ of, cell, index, path, ...state_of('x', index) }} tensor="x" name={input_name(k)} />;
}

/** The editors of the two factors of a term. */
function TermEditors({ of, pass, k }: TraceProps & { readonly k: number }) {
  const { input, input_index, input_name, weight, weight_index, weight_name } = names_of(of.value, pass.value);
  const [first, second] = [of.value.input[k] ?? NaN, of.value.weight[k] ?? NaN];
  return (
    <>
      {input === 'x' && editor_of({ tensor: 'x', index: input_index(k), name: input_name(k), value: first })}
      {editor_of({ tensor: weight, index: weight_index(k), name: weight_name(k), value: second })}
    </>
  );
}

function Term({ of, pass, k, largest }: TraceProps & { readonly k: number; readonly largest: number }) {
  const { cell, input, weight, weight_index, weight_name } = names_of(of.value, pass.value);
  const term = of.value.terms[k] ?? NaN;
  const share = largest > 0 ? Math.abs(term) / largest : 0;
  const index = weight_index(k);
  const point = () => (store.term.value = { tensor: input, token: of.value.token, feature: k });
  return (
    <tr onPointerEnter={({ pointerType }) => pointerType === 'mouse' && point()} onPointerLeave={() => (store.term.value = undefined)}>
      <th scope="row">{k}</th>
      <td>
        <Input of={of} pass={pass} k={k} />
      </td>
      <td>
        <Editable {...{ of, cell, index, ...state_of(weight, index) }} tensor={weight} name={weight_name(k)} path={`weight.${k}`} />
      </td>
      <td>
        <Value of={of} path={`terms.${k}`} style="cell" />
      </td>
      <td class="term_bar_cell" aria-hidden="true">
        <span class={term < 0 ? 'term_bar term_minus' : 'term_bar'} style={{ '--share': share.toFixed(4) }} />
      </td>
    </tr>
  );
}

function Sums({ of, pass }: TraceProps) {
  const { feature, bias } = of.value;
  const names = names_of(of.value, pass.value);
  return (
    <>
      <tr>
        <th scope="row" colSpan={3}>
          {t('trace.bias')} <code>{names.bias_name}</code>
        </th>
        <td>
          <Editable
            {...{ of, cell: names.cell, ...state_of(names.bias, feature) }}
            tensor={names.bias}
            index={feature}
            name={names.bias_name}
            path="bias"
          />
        </td>
        <td />
      </tr>
      {editor_of({ tensor: names.bias, index: feature, name: names.bias_name, value: bias })}
      {(['sum', 'computed'] as const).map((field) => (
        <tr key={field} class="row_of_sums">
          <th scope="row" colSpan={3}>
            {t(`trace.${field}`)}
          </th>
          <td>
            <Value of={of} path={field} style="precise" />
          </td>
          <td />
        </tr>
      ))}
    </>
  );
}

/** Returns the order of the terms. It stays while numbers of the same element are edited, so that the row of the field does not move. */
function use_order({ state: { example, pasted }, value: { layer, activation, token, feature, terms } }: Products): readonly number[] {
  return useMemo(() => order_of(terms), [example, pasted?.data, layer, activation, token, feature]);
}

function TermTable({ of, pass }: TraceProps) {
  const { terms } = of.value;
  const order = use_order(of);
  const shown = all_terms.value ? order : order.slice(0, initial_terms);
  const names = names_of(of.value, pass.value);
  const largest = Math.max(...Array.from(terms, Math.abs));
  return (
    <>
      <NumberTable
        class="trace_table"
        caption={t('trace.caption', { name: names.title })}
        heads={['k', <code key="input">{names.input_title}</code>, <code key="weight">{names.weight}</code>, t('trace.product'), undefined]}
      >
        <tbody>
          {shown.map((k, position) => (
            // Keyed by position: a row keeps the focus when another cell is traced.
            <Fragment key={position}>
              <Term of={of} pass={pass} k={k} largest={largest} />
              <TermEditors of={of} pass={pass} k={k} />
            </Fragment>
          ))}
          <Sums of={of} pass={pass} />
        </tbody>
      </NumberTable>
      {order.length > initial_terms && (
        <Button
          text={t(all_terms.value ? 'trace.fewer' : 'trace.all', { count: order.length })}
          small
          aria-pressed={all_terms.value}
          on_click={() => (all_terms.value = !all_terms.value)}
        />
      )}
    </>
  );
}

/** Number of products that fit in one line. */
const equation_terms = 3;

/** The element in one line: its largest products and the result. Renders nothing if no trace of the element is available. */
export function Equation({ pass, at }: { readonly pass: Pass; readonly at: ElementReference }) {
  const { answer } = products.value;
  if (answer === undefined || at.tensor === 'x' || answer.value.feature !== at.feature || answer.value.token !== at.token) return null;
  const names = names_of(answer.value, pass.value);
  const order = order_of(answer.value.terms);
  return (
    <p class="inspector_equation">
      <code>{names.title}</code> {' = '}
      {order.slice(0, equation_terms).map((k, position) => (
        <span key={k}>
          {position > 0 && ' + '}
          <Value of={answer} path={`input.${k}`} style="cell" />
          {' · '}
          <Value of={answer} path={`weight.${k}`} style="cell" />
        </span>
      ))}
      {order.length > equation_terms && ' + …'}
      {' = '}
      <Value of={answer} path="computed" style="cell" />
    </p>
  );
}

/** Clears the hovered element when the focus leaves the trace; tensor_cells.tsx leaves it set while the focus is here. */
function clear_hovered({ relatedTarget, currentTarget }: FocusEvent & { readonly currentTarget: Element }): void {
  if (store.pinned.value && !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) store.hovered.value = undefined;
}

export function CellTrace({ pass }: Pick<TraceProps, 'pass'>) {
  const { answer, error } = products.value;
  return (
    <section class="trace" aria-label={t('feed_forward.trace_title')} onFocusOut={clear_hovered}>
      <Folded {...folded_part('feed_forward.trace')} wanted={store.pinned.value !== undefined}>
        <CallErrorNotice error={error} />
        {answer?.state.example === pass.state.example ? (
          <>
            <TermTable of={answer} pass={pass} />
            <p class="hint">{t('edit.hint')}</p>
          </>
        ) : (
          <div class="waiting_cells" aria-hidden="true" />
        )}
      </Folded>
    </section>
  );
}
