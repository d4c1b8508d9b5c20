/** Keyboard shortcuts of the race; on the page of all steps these keys have their usual meaning. */
import { useEffect } from 'preact/hooks';
import { register_keys } from '../../controls/keys.ts';
import { store } from '../../numbers/store.ts';
import { go_to_step, shown, toggle_play } from './race.ts';

function if_in_view(act: () => void): boolean {
  const active = store.panel.peek() === 'training' && shown.peek() !== undefined;
  if (active) act();
  return active;
}

const step_by = (by: number) => () => if_in_view(() => go_to_step(store.train_step.peek() + by));

export function use_training_keys(): void {
  useEffect(
    () =>
      register_keys([
        { keys: [' '], message: 'training.key_play', run: () => if_in_view(toggle_play) },
        { keys: ['.'], message: 'training.key_step', run: step_by(1) },
        { keys: [','], message: 'training.key_step_back', run: step_by(-1) },
      ]),
    [],
  );
}
