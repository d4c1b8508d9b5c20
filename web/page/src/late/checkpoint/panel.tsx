import type { Builder } from '../../core/as_code.ts';
import { Message } from '../../components/message.tsx';
import { t } from '../../i18n.ts';
import './checkpoint.css';

/** Programs of the panel's numbers. */
export const programs: Readonly<Record<string, Builder>> = {};

export function Panel() {
  return (
    <div class="checkpoint">
      <p>
        <Message id="checkpoint.lead" />
      </p>
      <p>{t('checkpoint.empty')}</p>
    </div>
  );
}
