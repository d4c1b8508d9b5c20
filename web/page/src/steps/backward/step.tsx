/**
 * Panel on the backward pass: all gradients, units that ReLU blocks, the gradient check, and
 * gradients by depth.
 */
import { Folded } from '../../controls/folded.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { leading_index, width_of } from '../../state/tensor_names.ts';
import { MoreTokens } from '../../numbers/more_tokens.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { Value } from '../../numbers/value.tsx';
import { Paragraph } from '../../controls/message.tsx';
import { t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';
import { EditNotice } from '../../numbers/number_editor.tsx';
import { TokenChoice } from '../../numbers/token_choice.tsx';
import { store } from '../../state/store.ts';
import { Checks } from './checks.tsx';
import { losses } from './entry.ts';
import { GradientStep } from './gradient_view.tsx';
import { Depth } from './ladder.tsx';
import { shown_answer } from '../../numbers/answers.ts';
import {
  blocked,
  Branches,
  gelu_slopes,
  gradients,
  unit_path,
  weight_gradients,
  type GradientsAnswer,
} from './state.tsx';
import { UnitPathView } from './unit_path.tsx';
import { weight_names, WeightView } from './weight_view.tsx';
import './backward.css';

export { legend } from './legend.tsx';

type AnswerProps = { readonly answer: GradientsAnswer };

/** Order of the backward pass, from the loss at the right to the input at the left. */
function PathMap() {
  return (
    <p class="path_map">
      <code>grad_x</code> ← <code>W1ᵀ</code> ← <code>grad_pre_activation</code> ←{' '}
      <code>GELU′ | ReLU′</code> ← <code>grad_hidden</code> ← <code>W2ᵀ</code> ←{' '}
      <code>grad_output</code> ← <code>1</code>
    </p>
  );
}

function LossControls({ answer }: { readonly answer: GradientsAnswer | undefined }) {
  const { token = 0, feature, grad_output: { shape } = { shape: [] } } = answer?.value ?? {};
  const place = answer
    ? `output[${[...leading_index(token, shape), feature].join(', ')}]`
    : 'output[…]';
  const label = (name: (typeof losses)[number]) =>
    name === 'element' ? place : t('backward.loss_sum');
  return (
    <>
      <div class="controls">
        <Choice legend={t('backward.loss')} values={losses} label={label} of={store.loss} />
      </div>
      {answer && <TokenChoice shape={shape} token={token} />}
    </>
  );
}

function Gradients({ answer }: AnswerProps) {
  return (
    <>
      <div class="branches">
        {(['grad_output', 'grad_hidden'] as const).map((name) => (
          <div key={name}>
            <GradientStep answer={answer} name={name} />
          </div>
        ))}
      </div>
      <Branches answer={answer} heading="h3">
        {(branch) =>
          (['grad_pre_activation', 'grad_x'] as const).map((name) => (
            <GradientStep key={name} answer={answer} name={name} branch={branch} />
          ))
        }
      </Branches>
    </>
  );
}

/**
 * The path through one hidden unit, which ReLU may block. With a single token, about half of the
 * units are blocked.
 */
function BlockedPath({ answer: { value } }: AnswerProps) {
  const path = shown_answer(unit_path);
  const dead = shown_answer(blocked);
  const slopes = shown_answer(gelu_slopes);
  const slope = (path: 'at_zero.0' | 'minimum.x' | 'derivative_minimum.y') => (
    <Value of={slopes} path={path} style="hundredths" />
  );
  const slope_values = {
    middle: slope('at_zero.0'),
    dip: slope('minimum.x'),
    low: slope('derivative_minimum.y'),
  };
  return (
    <>
      <div class="two_columns">
        <Paragraph id="backward.blocked_text" />
        <Paragraph id="backward.blocked_gelu_text" values={slope_values} />
        <Paragraph class="try" id="backward.blocked_try" />
      </div>
      {value.grad_output.data.length === value.d_model && (
        <MoreTokens>{t('backward.one_token')}</MoreTokens>
      )}
      {path && dead ? <UnitPathView answer={path} blocked={dead} /> : <Waiting />}
    </>
  );
}

function Weights() {
  const answer = shown_answer(weight_gradients);
  return (
    <>
      <Paragraph class="hint" id="backward.weights_text" />
      <div aria-busy={weight_gradients.pending}>
        {answer && (
          <Branches answer={answer} heading="h3">
            {(branch) =>
              weight_names.map((name) => (
                <WeightView key={name} answer={answer} branch={branch} name={name} />
              ))
            }
          </Branches>
        )}
      </div>
    </>
  );
}

const Check = () => (
  <ProseAndFigure prose={<Paragraph id="backward.check_text" />} figure="">
    <Checks />
  </ProseAndFigure>
);

/** Parts with numbers of their own, which are computed while they are open. */
const parts = [
  ['blocked', BlockedPath],
  ['weights', Weights],
  ['check', Check],
] as const;

/** The gradient of each number of the example. */
function Numbers() {
  const answer = shown_answer(gradients);
  return (
    <div class="backward_figure" aria-busy={gradients.pending}>
      <Paragraph class="prose" id="backward.flip_text" />
      <PathMap />
      <LossControls answer={answer} />
      <EditNotice />
      <CallErrorNotice error={gradients.value.error} />
      <div class="flipped">{answer ? <Gradients answer={answer} /> : <Waiting />}</div>
    </div>
  );
}

export function Panel() {
  const answer = shown_answer(gradients);
  const { value: pinned } = store.pinned;
  const unit_pinned = pinned !== undefined && width_of(pinned.tensor) === 'd_ff';
  return (
    <div class="backward">
      <Depth />
      <Folded {...folded_part('backward.numbers')}>
        <Numbers />
      </Folded>
      {answer &&
        parts.map(([name, Part]) => (
          <Folded
            key={name}
            {...folded_part(`backward.${name}`)}
            wanted={name === 'blocked' && unit_pinned}
          >
            <Part answer={answer} />
          </Folded>
        ))}
    </div>
  );
}
