/**
 * The trace of one output element: the numbers that it is computed from, which a click opens in an
 * editor below their row.
 */
import { batch } from '@preact/signals';
import type { ComponentProps } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { answers_of, type AnswerOf } from '../../numbers/answers.ts';
import { is_edited_tensor, type EditedTensor } from '../../state/edits.ts';
import type { Pass } from '../../numbers/forward_pass.ts';
import { NumberEditor } from '../../numbers/number_editor.tsx';
import { number_at, type Path } from '../../numbers/path.ts';
import { store } from '../../state/store.ts';
import {
  leading_index,
  base_name,
  type ElementReference,
  type TensorName,
} from '../../state/tensor_names.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import type * as recipe from './recipe.ts';

export const { products } = answers_of<typeof recipe>('feed_forward');
export type Products = AnswerOf<typeof products>;

/** Returns an element in index notation: `hidden[0, 3, 17]`. */
export function element_name(
  { value: { tensors } }: Pass,
  { tensor, token, feature }: ElementReference,
): string {
  return `${base_name(tensor)}[${[...leading_index(token, tensors.x.shape), feature].join(', ')}]`;
}

/** A number of a trace. */
interface Part {
  /** The element that is traced. */
  readonly cell: ElementReference;
  readonly tensor: TensorName | EditedTensor;
  /** Flat index in the tensor. */
  readonly index: number;
  readonly name: string;
  readonly path: Path<Products['value']>;
}

/** Returns the element of a trace and the numbers that it is computed from. */
export function parts_of({ value: { layer, activation, token, feature } }: Products, pass: Pass) {
  const { d_model, d_ff } = pass.value;
  const branch = activation === 'relu' ? 'relu' : 'gelu';
  const [output, input, weight, bias, width] =
    layer === 'linear1'
      ? (['pre_activation', 'x', 'w1', 'b1', d_model] as const)
      : ([`output.${branch}`, `hidden.${branch}`, 'w2', 'b2', d_ff] as const);
  const cell: ElementReference = { tensor: output, token, feature };
  const factor_of = (k: number): ElementReference => ({ tensor: input, token, feature: k });
  return {
    title: element_name(pass, cell),
    factor_of,
    factor_names: [base_name(input), weight],
    /** The two factors of a product. */
    factors: (k: number): Part[] => [
      {
        cell,
        tensor: input,
        index: token * width + k,
        name: element_name(pass, factor_of(k)),
        path: `input.${k}`,
      },
      {
        cell,
        tensor: weight,
        index: feature * width + k,
        name: `${weight}[${feature}, ${k}]`,
        path: `weight.${k}`,
      },
    ],
    bias: {
      cell,
      tensor: bias,
      index: feature,
      name: `${bias}[${feature}]`,
      path: 'bias',
    } satisfies Part,
  };
}

/** The next editor that is drawn receives the focus: the user has opened it. */
let focus_wanted = false;

const is_same = (part: Part, other: Pick<Part, 'tensor' | 'index'> | undefined): boolean =>
  other?.tensor === part.tensor && other.index === part.index;

/**
 * A number that a click opens in its editor, or closes; a hidden activation cannot be edited. Pins
 * the traced cell, so that the trace stays.
 */
export function Editable({ of, part }: { readonly of: Products; readonly part: Part }) {
  const { cell, tensor, index, name, path } = part;
  if (!is_edited_tensor(tensor)) return <Value of={of} path={path} style="cell" />;
  const chosen = is_same(part, store.editing.value);
  const choose = () =>
    batch(() => {
      focus_wanted = !chosen;
      store.editing.value = chosen ? undefined : { tensor, index };
      if (chosen) return;
      store.pinned.value = cell;
      store.hovered.value = undefined;
    });
  return (
    <button
      type="button"
      class={
        store.edits.value.some((edit) => is_same(part, edit))
          ? 'editable editable_changed'
          : 'editable'
      }
      aria-pressed={chosen}
      onClick={choose}
    >
      <span class="visually_hidden">{t('edit.label', { name })}, </span>
      <Value of={of} path={path} style="cell" />
    </button>
  );
}

/**
 * Closes the editor on Enter and Escape; the number that it changed, in the row before it, receives
 * the focus.
 */
function close_on_key(event: KeyboardEvent & { readonly currentTarget: Element }): void {
  const enters =
    event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.isComposing;
  if (event.key !== 'Escape' && !enters) return;
  event.preventDefault();
  const number =
    event.currentTarget.previousElementSibling?.querySelector<HTMLElement>('[aria-pressed="true"]');
  store.editing.value = undefined;
  number?.focus();
}

/** The editor below its number's row, with the focus. */
function EditorRow(number: ComponentProps<typeof NumberEditor>) {
  const row = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    const field = row.current?.querySelector('input');
    if (focus_wanted) field?.select();
    if (focus_wanted) field?.focus();
    focus_wanted = false;
  }, []);
  return (
    <tr class="trace_editor" ref={row} onKeyDown={close_on_key}>
      <td colSpan={5}>
        <NumberEditor {...number} />
      </td>
    </tr>
  );
}

/** The editor of whichever of these numbers is being edited. */
export function Editor({ of, parts }: { readonly of: Products; readonly parts: readonly Part[] }) {
  const { value: editing } = store.editing;
  const part = parts.find((one) => is_same(one, editing));
  if (editing === undefined || part === undefined) return null;
  return (
    <EditorRow
      key={part.name}
      {...editing}
      name={part.name}
      value={number_at(of.value, part.path) ?? NaN}
    />
  );
}
