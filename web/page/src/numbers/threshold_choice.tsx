import { Choice } from '../controls/choice.tsx';
import { format_tick, t } from '../words/i18n.ts';
import { store } from './store.ts';
import { thresholds } from './url_state.ts';

/** Chooses the magnitude below which an activation counts as small. */
export function ThresholdChoice() {
  return <Choice legend={t('sparsity.threshold')} values={thresholds} label={format_tick} of={store.threshold} />;
}
