/** Numbers of a trace that the user can change: a click opens the editor below the number's row. */
import { batch, computed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Edit, EditedTensor } from '../../numbers/edits.ts';
import { NumberEditor } from '../../numbers/number_editor.tsx';
import type { Path } from '../../numbers/path.ts';
import { store } from '../../numbers/store.ts';
import type { ElementReference } from '../../numbers/tensor_names.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import type { Products } from './traced_cell.ts';

/** The next editor that is drawn receives the focus: the user has opened it. */
let focus_wanted = false;

/** Opens the editor of a number, or closes it. Pins the traced cell, so that the trace does not change while the user types. */
function choose(number: typeof store.editing.value, cell: ElementReference): void {
  focus_wanted = number !== undefined;
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
  readonly of: Products;
  readonly path: Path<Products['value']>;
  /** Whether the number is being edited. */
  readonly chosen: boolean;
  readonly changed: boolean;
}

const edit_key = ({ tensor, index }: Pick<Edit, 'tensor' | 'index'>) => `${tensor} ${index}`;

/** Keys of the edited numbers as one text, which stays equal while only a value changes: then nothing re-renders. */
const changed_keys = computed(() => store.edits.value.map(edit_key).join());

export function state_of(tensor: EditedTensor, index: number) {
  const { value: editing } = store.editing;
  const key = edit_key({ tensor, index });
  return { chosen: editing !== undefined && edit_key(editing) === key, changed: changed_keys.value.split(',').includes(key) };
}

export function Editable({ cell, tensor, index, name, of, path, chosen, changed }: EditableProps) {
  return (
    <button
      type="button"
      class={changed ? 'editable editable_changed' : 'editable'}
      aria-pressed={chosen}
      onClick={() => choose(chosen ? undefined : { tensor, index }, cell)}
    >
      <span class="visually_hidden">{t('edit.label', { name })}: </span>
      <Value of={of} path={path} style="cell" />
    </button>
  );
}

/** Closes the editor; the number that it changed, in the row before it, receives the focus. */
function close(row: HTMLElement): void {
  const number = row.previousElementSibling?.querySelector<HTMLElement>('[aria-pressed="true"]');
  store.editing.value = undefined;
  number?.focus();
}

interface EditorRowProps {
  readonly tensor: EditedTensor;
  readonly index: number;
  readonly name: string;
  readonly value: number;
}

/** Editor of a number of the row before it, with the focus. Enter and Escape close it. */
function EditorRow(number: EditorRowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    const field = row.current?.querySelector('input');
    if (focus_wanted) field?.select();
    if (focus_wanted) field?.focus();
    focus_wanted = false;
  }, []);
  const on_key = (event: KeyboardEvent) => {
    const enters = event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.isComposing;
    if (row.current === null || (event.key !== 'Escape' && !enters)) return;
    event.preventDefault();
    close(row.current);
  };
  return (
    <tr class="trace_editor" ref={row} onKeyDown={on_key}>
      <td colSpan={5}>
        <NumberEditor {...number} />
      </td>
    </tr>
  );
}

/** Returns the editor if the number is being edited. */
export const editor_of = (number: EditorRowProps) =>
  state_of(number.tensor, number.index).chosen ? <EditorRow key={edit_key(number)} {...number} /> : null;
