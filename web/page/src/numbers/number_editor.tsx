/** Editor of one number of the input or the weights; every panel shows the result. */
import { Button } from '../controls/button.tsx';
import { NumberField } from '../controls/number_field.tsx';
import { largest_edit, most_edits, with_edit, without_edit, type Edit } from '../state/edits.ts';
import { t } from '../words/i18n.ts';
import { store } from '../state/store.ts';

/** `name`: the element in index notation, `w1[3, 5]`. */
export function NumberEditor({ tensor, index, name, value }: Edit & { readonly name: string }) {
  const edits = store.edits.value;
  const edit = edits.find((other) => other.tensor === tensor && other.index === index);
  if (edit === undefined && edits.length >= most_edits)
    return <p class="hint">{t('edit.too_many', { most: most_edits })}</p>;
  return (
    <div class="number_editor">
      <NumberField
        key={`${tensor}.${index}`}
        label={t('edit.label', { name })}
        value={edit?.value ?? value}
        largest={largest_edit}
        on_value={(next) =>
          (store.edits.value = with_edit(store.edits.peek(), { tensor, index, value: next }))
        }
      />
      <Button
        text={t('edit.undo')}
        small
        disabled={edit === undefined}
        on_click={() => (store.edits.value = without_edit(store.edits.peek(), tensor, index))}
      />
    </div>
  );
}

/** Shows how many of the example's numbers are edited, with a button that undoes all edits. */
export function EditNotice() {
  const count = store.edits.value.length;
  return (
    <div role="status" class="edit_notice">
      {count > 0 && (
        <p class="note">
          {t('edit.count', { count })}{' '}
          <Button text={t('edit.undo_all')} small on_click={() => (store.edits.value = [])} />
        </p>
      )}
    </div>
  );
}
