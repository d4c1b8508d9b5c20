/** The switch of one hidden unit, and the next word beside it. */
import { Choice } from '../../controls/choice.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { word_text } from '../../language_model/answers.ts';
import { asked, holders, next, switch_unit, unit } from '../../language_model/chosen.ts';
import { store } from '../../state/store.ts';
import { fact_activations } from '../../state/url_state.ts';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { t } from '../../words/i18n.ts';
import { Message } from '../../controls/message.tsx';
import { on_or_off } from './on_or_off.ts';

/** The most probable next word again: the bars stand above, on a phone out of view. */
function Now() {
  const answer = next.shown.value;
  const [word] = answer?.value.words ?? [];
  if (word === undefined) return null;
  const values = {
    word: <strong lang={asked.value?.language}>{word_text(word)}</strong>,
    share: <Value of={answer} path="probabilities.0" style="percent" />,
  };
  return (
    <p class="facts_now" role="status">
      <Message id="facts.now" values={values} />
    </p>
  );
}

/** One hidden unit of the network, and the choice of the model. */
export const UnitSwitch = () => (
  <div class="controls">
    <NumberField
      label={t('facts.unit')}
      value={unit.value ?? 0}
      smallest={0}
      largest={(holders.shown.value?.value.d_ff ?? 1) - 1}
      whole
      on_value={(chosen) => (store.fact_unit.value = chosen)}
    />
    <Choice
      legend={t('facts.unit_state')}
      values={[true, false]}
      label={on_or_off}
      value={store.fact_unit_on.value}
      on_choose={switch_unit}
    />
    <Choice
      legend={t('facts.activation')}
      values={fact_activations}
      label={(name) => activation_names[name]}
      of={store.fact_activation}
    />
    <Now />
  </div>
);
