import type { Builder } from '../../core/as_code.ts';
import { Message } from '../../components/message.tsx';
import { t } from '../../i18n.ts';
import './training.css';

/** Programs of the panel's numbers. */
export const programs: Readonly<Record<string, Builder>> = {};

export function Panel() {
  return (
    <div class="training">
      <p>
        <Message id="training.lead" />
      </p>
      <p>{t('training.empty')}</p>
    </div>
  );
}
