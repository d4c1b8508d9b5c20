/** Controls of the settings that both runs share. A change of another setting leaves the seed as it is. */
import { computed } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { format_count, format_number, t } from '../../words/i18n.ts';
import { learning_rates } from '../../numbers/race_changes.ts';
import { store } from '../../numbers/store.ts';
import { race_data, race_optimizers, race_widths } from '../../numbers/url_state.ts';
import { choose, choose_rate, has_room, rate_at } from './interventions.ts';
import { own_weights } from './settings.ts';

/** Not translated: proper names. */
const optimizer_names = { adamw: 'AdamW', sgd: 'SGD' } as const;

const shown_rate = computed(() => rate_at(store.train_changes.value, store.train_step.value));

/** Shows the learning rate of the current step; a new one applies from that step on. */
function RateChoice() {
  const id = useId();
  const rate = shown_rate.value;
  return (
    <div class="field">
      <label for={id}>{t('training.rate')}</label>
      <select
        id={id}
        class="select race_rate"
        value={String(rate)}
        disabled={!has_room(store.train_changes.value)}
        onChange={(event) => choose_rate(Number(event.currentTarget.value))}
      >
        {learning_rates.map((lr) => (
          <option key={lr} value={String(lr)} selected={lr === rate}>
            {format_number(lr, 'tick')}
          </option>
        ))}
      </select>
    </div>
  );
}

function OwnWeightsNote() {
  if (own_weights.value === undefined) return null;
  return (
    <p class="hint">
      {t('training.own_start')}{' '}
      <button type="button" class="button button_small" onClick={() => (own_weights.value = undefined)}>
        {t('training.random_start')}
      </button>
    </p>
  );
}

export function RaceControls() {
  return (
    <div class="race_controls">
      <Choice
        legend={t('training.data')}
        values={race_data}
        label={(name) => t(`training.data_${name}`)}
        value={store.train_data.value}
        on_choose={(name) => choose('train_data', name)}
      />
      <div class="controls">
        <Choice
          legend={t('training.width')}
          values={race_widths}
          label={format_count}
          value={store.train_width.value}
          on_choose={(width) => choose('train_width', width)}
          disabled={own_weights.value !== undefined}
        />
        <Choice
          legend={t('training.optimizer')}
          values={race_optimizers}
          label={(name) => optimizer_names[name]}
          value={store.train_optimizer.value}
          on_choose={(name) => choose('train_optimizer', name)}
        />
        <RateChoice />
        <NumberField
          label={t('training.seed')}
          value={store.train_seed.value}
          smallest={0}
          largest={999_999_999}
          whole
          on_value={(seed) => seed !== store.train_seed.peek() && choose('train_seed', seed)}
        />
      </div>
      <OwnWeightsNote />
    </div>
  );
}
