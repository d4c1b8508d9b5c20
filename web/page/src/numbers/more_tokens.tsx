import type { ComponentChildren } from 'preact';
import { t } from '../words/i18n.ts';
import { choose_example } from './store.ts';

/** Note for an example with one token, which offers an example with more. */
export function MoreTokens({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="note">
      {children}{' '}
      <button type="button" class="button button_small" onClick={() => choose_example('notebook_batch')}>
        {t('example.notebook_batch')}
      </button>
    </p>
  );
}
