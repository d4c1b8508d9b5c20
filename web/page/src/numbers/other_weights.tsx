/** The ways from random weights to trained ones and back. */
import { Button } from '../controls/button.tsx';
import { t, type MessageKey } from '../words/i18n.ts';
import { choose_example } from '../state/store.ts';
import type { ExampleName } from '../state/url_state.ts';

const button = (text: MessageKey, example: ExampleName) => () => (
  <Button class="button_small" text={t(text)} on_click={() => choose_example(example)} />
);

export const ShowTrained = button('example.show_trained', 'facts');
export const ShowRandom = button('example.show_random', 'notebook_batch');
