/** Asks a number where it comes from. The program is that of this moment: what changes later changes neither number nor program. */
import { untracked } from '@preact/signals';
import { as_code } from './core/as_code.ts';
import type { CodeState, NumberName } from './core/as_code.ts';
import { forward_request } from './panels/forward_request.ts';
import { current_state, store } from './store.ts';

export function inspect(name: NumberName, value: number): void {
  const state = untracked((): CodeState => ({ ...current_state(), pasted: forward_request()?.pasted }));
  store.inspected.value = { ...name, value, code: as_code(name, state) };
}
