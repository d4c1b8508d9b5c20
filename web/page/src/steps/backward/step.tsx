/** Panel on the backward pass: all gradients, units that ReLU blocks, the gradient check, and gradients by depth. */
import { Folded } from '../../controls/folded.tsx';
import { TwoColumns } from '../../controls/two_columns.tsx';
import { width_of } from '../../numbers/tensor_names.ts';
import { MoreTokens } from '../../numbers/more_tokens.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Paragraph } from '../../words/message.tsx';
import { t } from '../../words/i18n.ts';
import { EditNotice } from '../../numbers/number_editor.tsx';
import { leading_index, TokenChoice } from '../../numbers/token_choice.tsx';
import { store } from '../../numbers/store.ts';
import { losses } from '../../numbers/url_state.ts';
import { Checks } from './checks.tsx';
import { GradientView } from './gradient_view.tsx';
import { branches } from './gradients.ts';
import type { Branch } from './gradients.ts';
import { Ladder } from './ladder.tsx';
import { shown_answer } from '../../numbers/answers.ts';
import { blocked, by_depth, gradients, unit_path, weight_gradients } from './state.ts';
import type { GradientsAnswer } from './state.ts';
import { UnitPathView } from './unit_path.tsx';
import { WeightGradients } from './weight_gradients.tsx';
import './backward.css';

export { legend } from './legend.tsx';

interface AnswerProps {
  readonly answer: GradientsAnswer;
}

/** Order of the backward pass, from the loss at the right to the input at the left. */
function PathMap() {
  return (
    <p class="path_map">
      <code>grad_x</code> ← <code>W1ᵀ</code> ← <code>grad_pre_activation</code> ← <code>GELU′ | ReLU′</code> ← <code>grad_hidden</code> ←{' '}
      <code>W2ᵀ</code> ← <code>grad_output</code> ← <code>1</code>
    </p>
  );
}

function Step({ formula }: { readonly formula: string }) {
  return (
    <p class="step">
      <span class="step_arrow step_back" aria-hidden="true" />
      <code>{formula}</code>
    </p>
  );
}

function LossControls({ answer }: { readonly answer: GradientsAnswer | undefined }) {
  const { token = 0, feature, d_model = 1, grad_output: { shape, data } = { shape: [], data: [] } } = answer?.value ?? {};
  const place = answer ? `output[${[...leading_index(token, shape), feature].join(', ')}]` : 'output[…]';
  return (
    <>
      <div class="controls">
        <Choice
          legend={t('backward.loss')}
          values={losses}
          label={(name) => (name === 'element' ? place : t('backward.loss_sum'))}
          of={store.loss}
        />
      </div>
      {answer && <TokenChoice tokens={data.length / d_model} shape={shape} token={token} />}
    </>
  );
}

function BranchGradients({ answer, branch }: AnswerProps & { readonly branch: Branch }) {
  const name = branch === 'gelu' ? 'GELU' : 'ReLU';
  return (
    <div class={`branch branch_${branch}`}>
      <h3 class="branch_title">{t(`activation.name_${branch === 'gelu' ? answer.state.gelu : 'relu'}`)}</h3>
      <Step formula={`grad_pre_activation = grad_hidden · ${name}′(pre_activation)`} />
      <GradientView answer={answer} name={`grad_pre_activation.${branch}`} heading="h4" />
      <Step formula="grad_x = W1ᵀ · grad_pre_activation" />
      <GradientView answer={answer} name={`grad_x.${branch}`} heading="h4" />
    </div>
  );
}

function Weights() {
  const answer = shown_answer(weight_gradients);
  return (
    <div class="branches" aria-busy={weight_gradients.pending}>
      {answer &&
        branches.map((branch) => (
          <div key={branch} class={`branch branch_${branch}`}>
            <h3 class="branch_title">{t(`activation.name_${branch === 'gelu' ? answer.state.gelu : 'relu'}`)}</h3>
            <WeightGradients answer={answer} branch={branch} />
          </div>
        ))}
    </div>
  );
}

function Gradients({ answer }: AnswerProps) {
  return (
    <>
      <div class="branches">
        <div>
          <Step formula="grad_output = ∂loss / ∂output" />
          <GradientView answer={answer} name="grad_output" heading="h3" />
        </div>
        <div>
          <Step formula="grad_hidden = W2ᵀ · grad_output" />
          <GradientView answer={answer} name="grad_hidden" heading="h3" />
        </div>
      </div>
      <div class="branches">
        {branches.map((branch) => (
          <BranchGradients key={branch} answer={answer} branch={branch} />
        ))}
      </div>
    </>
  );
}

/** The path through one hidden unit, which ReLU may block. */
function BlockedPath({ answer }: AnswerProps) {
  const path = shown_answer(unit_path);
  const dead = shown_answer(blocked);
  return (
    <>
      <div class="two_columns">
        <Paragraph id="backward.blocked_text" />
        <Paragraph id="backward.blocked_gelu_text" />
      </div>
      <OneToken answer={answer} />
      {path && dead ? <UnitPathView answer={path} blocked={dead} /> : <div class="waiting_cells" aria-hidden="true" />}
    </>
  );
}

function Check() {
  return (
    <TwoColumns prose={<Paragraph id="backward.check_text" />} figure="">
      <Checks />
    </TwoColumns>
  );
}

function Depth() {
  const prose = (
    <>
      <Paragraph id="backward.depth_text" />
      <Paragraph id="backward.depth_source" />
    </>
  );
  return (
    <TwoColumns prose={prose} figure="ladder_figure" busy={by_depth.pending}>
      <Ladder />
    </TwoColumns>
  );
}

/** Parts with numbers of their own, which are computed while they are open. */
function Parts({ answer }: AnswerProps) {
  const { value: pinned } = store.pinned;
  return (
    <div>
      <Folded
        title={t('backward.blocked_title')}
        about={t('backward.blocked_about')}
        wanted={pinned !== undefined && width_of(pinned.tensor) === 'd_ff'}
      >
        <BlockedPath answer={answer} />
      </Folded>
      <Folded title={t('backward.weights')} about={t('backward.weights_about')}>
        <Paragraph class="hint" id="backward.weights_text" />
        <Weights />
      </Folded>
      <Folded title={t('backward.check_title')} about={t('backward.check_about')}>
        <Check />
      </Folded>
      <Folded title={t('backward.depth_title')} about={t('backward.depth_about')}>
        <Depth />
      </Folded>
    </div>
  );
}

/** Hint for an example with one token, where about half of the units are blocked: offers an example with more tokens. */
function OneToken({ answer: { value } }: AnswerProps) {
  if (value.grad_output.data.length > value.d_model) return null;
  return <MoreTokens>{t('backward.one_token')}</MoreTokens>;
}

export function Panel() {
  const answer = shown_answer(gradients);
  return (
    <div class="backward">
      <div class="two_columns">
        <Paragraph id="backward.lead" />
        <Paragraph id="backward.flip_text" />
      </div>
      <PathMap />
      <LossControls answer={answer} />
      <EditNotice />
      <CallErrorNotice error={gradients.value.error} />
      <div class="flipped" aria-busy={gradients.pending}>
        {answer ? <Gradients answer={answer} /> : <div class="waiting_cells" aria-hidden="true" />}
      </div>
      {answer && <Parts answer={answer} />}
      <Paragraph class="note try" id="backward.try" />
    </div>
  );
}
