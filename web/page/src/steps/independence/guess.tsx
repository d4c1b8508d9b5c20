/** Prediction of the number of other tokens whose outputs change when one token is replaced. */
import { Message } from '../../words/message.tsx';
import { Prediction } from '../../numbers/prediction.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { nearest_option, questions } from '../../numbers/questions.ts';

/** Number of other tokens that each option stands for: the example has ten tokens in two sequences. */
const others = { none: 0, neighbours: 2, sequence: 4, all: 9 };
const options = ['none', 'neighbours', 'sequence', 'all'] as const;

export function TokensGuess() {
  const reply = questions.value.current?.reply.independence;
  const changed = reply?.feed_forward.filter(({ differing }, token) => token !== reply.token && differing > 0).length;
  const count = (field: 'differing' | 'count') => (
    <Value value={reply?.experiments.others[field]} style="count" call="independence" tensor="notebook_batch others" index={field} />
  );
  return (
    <Prediction
      name="other_tokens"
      question="independence.guess"
      options={options.map((name) => ({ name, label: t(`independence.guess_${name}`) }))}
      right={changed === undefined ? undefined : nearest_option(others, changed)}
    >
      <Message id="independence.guess_answer" values={{ differing: count('differing'), count: count('count') }} />
    </Prediction>
  );
}
