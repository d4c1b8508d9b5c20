/** Keyboard shortcuts of the playback. On the page of all steps these keys have their usual meaning: Space scrolls. */
import { useEffect } from 'preact/hooks';
import { register_keys } from '../../controls/keys.ts';
import { store } from '../../numbers/store.ts';
import { step_timeline, toggle_playing } from './stepper.tsx';

const is_in_view = () => store.panel.peek() === 'feed_forward';

export function use_forward_keys(): void {
  useEffect(
    () =>
      register_keys([
        { keys: [' '], message: 'keys.play', run: () => is_in_view() && toggle_playing() },
        { keys: ['.'], message: 'keys.step', run: () => is_in_view() && step_timeline(1) },
        { keys: [','], message: 'keys.step_back', run: () => is_in_view() && step_timeline(-1) },
      ]),
    [],
  );
}
