/** Teacher mode, for projection: larger type in figures, and groups of elements hidden. */
import { show_beginning } from './navigate.ts';
import { store } from '../numbers/store.ts';
import { teach_groups } from '../numbers/url_state.ts';
import type { TeachGroup } from '../numbers/url_state.ts';

const hidden_by_default: readonly TeachGroup[] = ['controls', 'notes', 'guide'];

/** Sets the hidden groups. The height of the page changes, and the focused button may be removed with its bar. */
function change(hidden: readonly TeachGroup[]): void {
  store.teach.value = hidden;
  requestAnimationFrame(show_beginning);
}

export const enter_teacher_mode = (): void => change(hidden_by_default);

export const leave_teacher_mode = (): void => change([]);

/** Hides or shows a group; the last hidden group cannot be shown, since teacher mode is on while any group is hidden. */
export function hide_group(name: TeachGroup, hidden: boolean): void {
  const chosen = teach_groups.filter((group) => (group === name ? hidden : store.teach.peek().includes(group)));
  if (chosen.length > 0) change(chosen);
}
