import type { Builder } from '../../core/as_code.ts';
import { Message } from '../../components/message.tsx';
import { t } from '../../i18n.ts';
import './speed.css';

/** Programs of the panel's numbers. */
export const programs: Readonly<Record<string, Builder>> = {};

export function Panel() {
  return (
    <div class="speed">
      <p>
        <Message id="speed.lead" />
      </p>
      <p>{t('speed.empty')}</p>
    </div>
  );
}
