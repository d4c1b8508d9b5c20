import type { Builder } from '../../core/as_code.ts';
import { Message } from '../../components/message.tsx';
import { t } from '../../i18n.ts';
import './bridge.css';

/** Programs of the panel's numbers. */
export const programs: Readonly<Record<string, Builder>> = {};

export function Panel() {
  return (
    <div class="bridge">
      <p>
        <Message id="bridge.lead" />
      </p>
      <p>{t('bridge.empty')}</p>
    </div>
  );
}
