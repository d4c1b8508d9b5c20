/** Prediction of the factor by which a doubled ratio d_ff / d_model multiplies the parameters. */
import { Message } from '../../words/message.tsx';
import { Prediction } from '../../numbers/prediction.tsx';
import { Value } from '../../numbers/value.tsx';
import { core_resource } from '../../numbers/resource.ts';
import { t } from '../../words/i18n.ts';
import { nearest_option } from '../../numbers/questions.ts';

const factors = { same: 1, two: 2, four: 4, sixteen: 16 };
const options = ['same', 'two', 'four', 'sixteen'] as const;

/** The usual ratio and its double at GPT-2's width; `growth` is relative to the first row. */
const doubled = core_resource('ratio_costs', () => ({ d_model: 768, bias: true, ratios: [4, 8] }));

export function RatioGuess() {
  const wide = doubled.value.current?.reply[1];
  const growth = <Value value={wide?.growth} style="factor" call="ratio_costs" tensor="ratios 4, 8, d_model 768" index="growth" />;
  return (
    <Prediction
      name="doubled_ratio"
      question="cost.guess_ratio"
      options={options.map((name) => ({ name, label: t(`cost.guess_ratio_${name}`) }))}
      right={wide && nearest_option(factors, wide.growth)}
    >
      <Message id="cost.guess_ratio_answer" values={{ growth }} />
    </Prediction>
  );
}
