/**
 * Trace of one element of a layer's output: the products of inputs and weights, largest first, then
 * the bias and the sum.
 */
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { Button } from '../../controls/button.tsx';
import { Folded } from '../../controls/folded.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import type { Pass } from '../../numbers/forward_pass.ts';
import { store } from '../../state/store.ts';
import type { ElementReference } from '../../state/tensor_names.ts';
import { LargestProducts, order_of } from '../../numbers/products.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';
import { clear_hovered } from './tensor_view.tsx';
import { Editable, Editor, parts_of, products, type Products } from './trace_parts.tsx';

/** Number of terms shown initially. */
const initial_terms = 8;
const all_terms = signal(false);

interface TraceProps {
  readonly of: Products;
  readonly pass: Pass;
}

function Term({
  of,
  pass,
  k,
  largest,
}: TraceProps & { readonly k: number; readonly largest: number }) {
  const { factors, factor_of } = parts_of(of, pass);
  const parts = factors(k);
  const term = of.value.terms[k] ?? NaN;
  const share = largest > 0 ? Math.abs(term) / largest : 0;
  return (
    <>
      <tr
        onPointerEnter={({ pointerType }) =>
          pointerType === 'mouse' && (store.term.value = factor_of(k))
        }
        onPointerLeave={() => (store.term.value = undefined)}
      >
        <th scope="row">{k}</th>
        {parts.map((part, index) => (
          <td key={index}>
            <Editable of={of} part={part} />
          </td>
        ))}
        <td>
          <Value of={of} path={`terms.${k}`} style="cell" />
        </td>
        <td class="term_bar_cell" aria-hidden="true">
          <span
            class={term < 0 ? 'term_bar term_minus' : 'term_bar'}
            style={{ '--share': share.toFixed(4) }}
          />
        </td>
      </tr>
      <Editor of={of} parts={parts} />
    </>
  );
}

function Sums({ of, pass }: TraceProps) {
  const { bias } = parts_of(of, pass);
  return (
    <>
      <tr>
        <th scope="row" colSpan={3}>
          {t('trace.bias')} <code>{bias.name}</code>
        </th>
        <td>
          <Editable of={of} part={bias} />
        </td>
        <td />
      </tr>
      <Editor of={of} parts={[bias]} />
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

function TermTable({ of, pass }: TraceProps) {
  const { state, value } = of;
  const { layer, activation, token, feature, terms } = value;
  // The order stays while numbers of the same element are edited, so that the row with the editor
  // does not move.
  const order = useMemo(
    () => order_of(terms),
    [state.example, state.pasted?.data, layer, activation, token, feature],
  );
  const shown = all_terms.value ? order : order.slice(0, initial_terms);
  const { title, factor_names } = parts_of(of, pass);
  const largest = Math.max(...Array.from(terms, Math.abs));
  return (
    <>
      <NumberTable
        class="trace_table"
        caption={t('trace.caption', { name: title })}
        heads={[
          'k',
          ...factor_names.map((name) => <code key={name}>{name}</code>),
          t('trace.product'),
          undefined,
        ]}
      >
        <tbody>
          {shown.map((k, position) => (
            // Keyed by position: a row keeps the focus when another cell is traced.
            <Term key={position} of={of} pass={pass} k={k} largest={largest} />
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

/**
 * The element in one line: its largest products and the result. Renders nothing if no trace of the
 * element is available.
 */
export function Equation({ pass, at }: { readonly pass: Pass; readonly at: ElementReference }) {
  const { answer } = products.value;
  if (
    answer === undefined ||
    at.tensor === 'x' ||
    answer.value.feature !== at.feature ||
    answer.value.token !== at.token
  )
    return null;
  return (
    <p class="inspector_equation">
      <code>{parts_of(answer, pass).title}</code>
      {' = '}
      <LargestProducts of={answer} count={equation_terms} />
      {answer.value.terms.length > equation_terms && ' + …'}
      {' = '}
      <Value of={answer} path="computed" style="cell" />
    </p>
  );
}

export function CellTrace({ pass }: { readonly pass: Pass }) {
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
          <Waiting />
        )}
      </Folded>
    </section>
  );
}
