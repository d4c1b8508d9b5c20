/** Prediction of the share of hidden activations that are exactly zero, for ReLU and for GELU. */
import { Message } from '../../words/message.tsx';
import { Prediction } from '../../numbers/prediction.tsx';
import { Value } from '../../numbers/value.tsx';
import { nearest_option } from '../../numbers/nearest_option.ts';
import { t } from '../../words/i18n.ts';
import { zero_shares } from './answers.ts';

const shares = { none: 0, half: 0.5, nearly_all: 0.97 };
/** Each option is ReLU's share, then GELU's. */
const options = ['half_none', 'half_half', 'nearly_all_none', 'none_none'] as const;

export function ZerosGuess() {
  const { answer } = zero_shares.value;
  const share = (name: 'relu' | 'gelu') => <Value of={answer} path={name} style="percent" />;
  const nearest = (name: 'relu' | 'gelu') => nearest_option(shares, answer?.value[name] ?? NaN);
  return (
    <Prediction
      name="relu_zeros"
      question="hidden.guess"
      options={options.map((name) => ({ name, label: t(`hidden.guess_${name}`) }))}
      right={answer && `${nearest('relu')}_${nearest('gelu')}`}
    >
      <Message id="hidden.guess_answer" values={{ relu_share: share('relu'), gelu_share: share('gelu') }} />
    </Prediction>
  );
}
