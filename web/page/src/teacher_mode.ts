/** For projection: figures in larger type, and only what the teacher wants on the wall. */
import { panel_in_view } from './guide.ts';
import { go_to, go_to_panel } from './navigate.ts';
import { store } from './store.ts';
import { teach_groups } from './url_state.ts';
import type { TeachGroup } from './url_state.ts';

const usually_hidden: readonly TeachGroup[] = ['controls', 'notes', 'guide'];

/** The page is another one in height: the panel that was in view stays in view. */
function change(hidden: readonly TeachGroup[]): void {
  const panel = panel_in_view.peek();
  store.teach.value = hidden;
  if (panel !== '') requestAnimationFrame(() => go_to_panel(panel, 'instant'));
}

export const enter_teacher_mode = (): void => change(usually_hidden);

export function leave_teacher_mode(): void {
  change([]);
  // The way out, on which the focus was, is gone.
  if (panel_in_view.peek() === '') go_to('main', 'instant');
}

/** At least one group stays hidden: to show everything is to leave. */
export function hide_group(name: TeachGroup, hidden: boolean): void {
  const chosen = teach_groups.filter((group) => (group === name ? hidden : store.teach.peek().includes(group)));
  if (chosen.length > 0) change(chosen);
}
