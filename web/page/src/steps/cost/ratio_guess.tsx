/** Prediction of the factor by which a doubled ratio d_ff / d_model multiplies the parameters. */
import { Message } from '../../words/message.tsx';
import { Prediction } from '../../numbers/prediction.tsx';
import { Value } from '../../numbers/value.tsx';
import { nearest_option } from '../../numbers/nearest_option.ts';
import { t } from '../../words/i18n.ts';
import { doubled } from './answers.ts';

const factors = { same: 1, two: 2, four: 4, sixteen: 16 };
const options = ['same', 'two', 'four', 'sixteen'] as const;

export function RatioGuess() {
  const { answer } = doubled.value;
  const wide = answer?.value.rows[1];
  return (
    <Prediction
      name="doubled_ratio"
      question="cost.guess_ratio"
      options={options.map((name) => ({ name, label: t(`cost.guess_ratio_${name}`) }))}
      right={wide && nearest_option(factors, wide.growth)}
    >
      <Message id="cost.guess_ratio_answer" values={{ growth: <Value of={answer} path="rows.1.growth" style="factor" /> }} />
    </Prediction>
  );
}
