/** Keys of the race, while its panel is in view. */
import { useEffect } from 'preact/hooks';
import { panel_in_view } from '../../guide.ts';
import { register_keys } from '../../keys.ts';
import { store } from '../../store.ts';
import { go_to_step, shown, toggle_play } from './race.ts';

function looked_at(act: () => void): boolean {
  const there = panel_in_view.peek() === 'training' && shown.peek() !== undefined;
  if (there) act();
  return there;
}

const step_by = (by: number) => () => looked_at(() => go_to_step(store.train_step.peek() + by));

export function use_training_keys(): void {
  useEffect(
    () =>
      register_keys([
        { keys: [' '], message: 'training.key_play', run: () => looked_at(toggle_play) },
        { keys: ['.'], message: 'training.key_step', run: step_by(1) },
        { keys: [','], message: 'training.key_step_back', run: step_by(-1) },
      ]),
    [],
  );
}
