import type { Builder } from '../../core/as_code.ts';
import { Message } from '../../components/message.tsx';
import { t } from '../../i18n.ts';
import './proof.css';

/** Programs of the panel's numbers. */
export const programs: Readonly<Record<string, Builder>> = {};

export function Panel() {
  return (
    <div class="proof">
      <p>
        <Message id="proof.lead" />
      </p>
      <p>{t('proof.empty')}</p>
    </div>
  );
}
