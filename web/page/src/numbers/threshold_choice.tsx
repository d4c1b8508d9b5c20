import { Choice } from '../controls/choice.tsx';
import { format_number, t } from '../words/i18n.ts';
import { store } from './store.ts';
import { thresholds } from './url_state.ts';

/** Chooses the magnitude below which an activation counts as small. */
export function ThresholdChoice() {
  return (
    <Choice
      legend={t('hidden.threshold')}
      options={thresholds.map((threshold) => ({ name: String(threshold), label: format_number(threshold, 'tick') }))}
      value={String(store.threshold.value)}
      on_choose={(threshold) => (store.threshold.value = Number(threshold))}
    />
  );
}
