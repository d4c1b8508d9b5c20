import type { Builder } from '../../core/as_code.ts';
import { Message } from '../../components/message.tsx';
import { t } from '../../i18n.ts';
import './backward.css';

/** Programs of the panel's numbers. */
export const programs: Readonly<Record<string, Builder>> = {};

export function Panel() {
  return (
    <div class="backward">
      <p>
        <Message id="backward.lead" />
      </p>
      <p>{t('backward.empty')}</p>
    </div>
  );
}
