/** Teacher mode, for projection: larger type in figures, and groups of elements hidden. */
import { panel_in_view } from '../numbers/progress.ts';
import { go_to, go_to_panel } from '../numbers/navigate.ts';
import { store } from '../numbers/store.ts';
import { teach_groups } from '../numbers/url_state.ts';
import type { TeachGroup } from '../numbers/url_state.ts';

const hidden_by_default: readonly TeachGroup[] = ['controls', 'notes', 'guide'];

/** Sets the hidden groups and scrolls back to the panel in view, as the height of the page changes. */
function change(hidden: readonly TeachGroup[]): void {
  const panel = panel_in_view.peek();
  store.teach.value = hidden;
  if (panel !== '') requestAnimationFrame(() => go_to_panel(panel, 'instant'));
}

export const enter_teacher_mode = (): void => change(hidden_by_default);

export function leave_teacher_mode(): void {
  change([]);
  // The focused button is removed with the bar.
  if (panel_in_view.peek() === '') go_to('main', 'instant');
}

/** Hides or shows a group; the last hidden group cannot be shown, since teacher mode is on while any group is hidden. */
export function hide_group(name: TeachGroup, hidden: boolean): void {
  const chosen = teach_groups.filter((group) => (group === name ? hidden : store.teach.peek().includes(group)));
  if (chosen.length > 0) change(chosen);
}
