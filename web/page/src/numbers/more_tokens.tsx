import type { ComponentChildren } from 'preact';
import { Button } from '../controls/button.tsx';
import { t } from '../words/i18n.ts';
import { choose_example } from '../state/store.ts';

/** Note for an example with one token, which offers an example with more. */
export function MoreTokens({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="note">
      {children}{' '}
      <Button
        text={t('example.notebook_batch')}
        small
        on_click={() => choose_example('notebook_batch')}
      />
    </p>
  );
}
