/** The way to a trained network, in steps that show random weights by default. */
import { Button } from '../controls/button.tsx';
import { t } from '../words/i18n.ts';
import { choose_example } from './store.ts';

export const ShowTrained = () => <Button class="button_small" text={t('example.show_trained')} on_click={() => choose_example('facts')} />;
