/** Prediction of the number of other tokens whose outputs change when one token is replaced. */
import { Message } from '../../words/message.tsx';
import { Prediction } from '../../numbers/prediction.tsx';
import { Value } from '../../numbers/value.tsx';
import { nearest_option } from '../../numbers/nearest_option.ts';
import { t } from '../../words/i18n.ts';
import { one_of_ten } from './answers.ts';

/** Number of other tokens that each option stands for: the example has ten tokens in two sequences. */
const others = { none: 0, neighbours: 2, sequence: 4, all: 9 };
const options = ['none', 'neighbours', 'sequence', 'all'] as const;

export function TokensGuess() {
  const { answer } = one_of_ten.value;
  const count = (field: 'differing' | 'count') => <Value of={answer} path={`others.${field}`} style="count" />;
  return (
    <Prediction
      name="other_tokens"
      question="independence.guess"
      options={options.map((name) => ({ name, label: t(`independence.guess_${name}`) }))}
      right={answer && nearest_option(others, answer.value.changed_tokens)}
    >
      <Message id="independence.guess_answer" values={{ differing: count('differing'), count: count('count') }} />
    </Prediction>
  );
}
