/** Prediction of the share of hidden activations that are exactly zero, for ReLU and for GELU. */
import { Message } from '../../words/message.tsx';
import { Prediction } from '../../numbers/prediction.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { nearest_option, questions } from '../../numbers/questions.ts';

const shares = { none: 0, half: 0.5, nearly_all: 0.97 };
/** Each option is ReLU's share, then GELU's. */
const options = ['half_none', 'half_half', 'nearly_all_none', 'none_none'] as const;

export function ZerosGuess() {
  const sparsity = questions.value.current?.reply.sparsity;
  const share = (name: 'relu' | 'gelu') => (
    <Value
      value={sparsity?.[name].zero_share}
      style="percent"
      call="sparsity"
      tensor={`notebook_batch hidden.${name}`}
      index="zero_share"
    />
  );
  const nearest = (name: 'relu' | 'gelu') => nearest_option(shares, sparsity?.[name].zero_share ?? NaN);
  return (
    <Prediction
      name="relu_zeros"
      question="hidden.guess"
      options={options.map((name) => ({ name, label: t(`hidden.guess_${name}`) }))}
      right={sparsity && `${nearest('relu')}_${nearest('gelu')}`}
    >
      <Message id="hidden.guess_answer" values={{ relu_share: share('relu'), gelu_share: share('gelu') }} />
    </Prediction>
  );
}
