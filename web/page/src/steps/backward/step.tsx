/** Panel on the backward pass: all gradients, units that ReLU blocks, the gradient check, and gradients by depth. */
import type { ComponentChildren } from 'preact';
import { MoreTokens } from '../../numbers/more_tokens.tsx';
import { useState } from 'preact/hooks';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Paragraph } from '../../words/message.tsx';
import { t } from '../../words/i18n.ts';
import type { MessageKey } from '../../words/i18n.ts';
import { EditNotice } from '../../numbers/number_editor.tsx';
import { leading_index, TokenChoice } from '../../numbers/token_choice.tsx';
import { store } from '../../numbers/store.ts';
import { losses } from '../../numbers/url_state.ts';
import { Checks } from './checks.tsx';
import { GradientView } from './gradient_view.tsx';
import { branches } from './gradients.ts';
import type { Branch } from './gradients.ts';
import { Ladder } from './ladder.tsx';
import { shown_answer } from '../../numbers/shown_answer.ts';
import { blocked, gradients, unit_path, weight_gradients } from './state.ts';
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
          options={losses.map((name) => ({ name, label: name === 'element' ? place : t('backward.loss_sum') }))}
          value={store.loss.value}
          on_choose={(name) => (store.loss.value = name)}
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

/** Computes the weight gradients, half of the panel's numbers, only while the section is open. */
function WeightsOnDemand() {
  const [open, set_open] = useState(false);
  return (
    <details class="weights_back" onToggle={(event) => set_open(event.currentTarget.open)}>
      <summary>{t('backward.weights')}</summary>
      {open && (
        <>
          <Paragraph class="hint" id="backward.weights_text" />
          <Weights />
        </>
      )}
    </details>
  );
}

function Gradients({ answer }: AnswerProps) {
  return (
    <>
      <GradientView answer={answer} name="grad_output" heading="h3" />
      <Step formula="grad_hidden = W2ᵀ · grad_output" />
      <GradientView answer={answer} name="grad_hidden" heading="h3" />
      <div class="branches">
        {branches.map((branch) => (
          <BranchGradients key={branch} answer={answer} branch={branch} />
        ))}
      </div>
      <WeightsOnDemand />
    </>
  );
}

interface PartProps {
  readonly title: MessageKey;
  readonly texts: readonly MessageKey[];
  /** Content beside the text, or below it if there is no room. */
  readonly beside?: ComponentChildren;
}

function Part({ title, texts, beside }: PartProps) {
  const paragraphs = texts.map((text) => <Paragraph key={text} id={text} />);
  return (
    <div class="part">
      <h3>{t(title)}</h3>
      {beside === undefined ? (
        <div class="two_columns">{paragraphs}</div>
      ) : (
        <div class="prose_and_figure">
          <div class="prose">{paragraphs}</div>
          {beside}
        </div>
      )}
    </div>
  );
}

/** Hint for an example with one token, where about half of the units are blocked: offers an example with more tokens. */
function OneToken({ answer: { value } }: AnswerProps) {
  if (value.grad_output.data.length > value.d_model) return null;
  return <MoreTokens>{t('backward.one_token')}</MoreTokens>;
}

export function Panel() {
  const { error } = gradients.value;
  const answer = shown_answer(gradients);
  const path = shown_answer(unit_path);
  const dead = shown_answer(blocked);
  const placeholder = <div class="waiting_cells" aria-hidden="true" />;
  return (
    <div class="backward">
      <div class="two_columns">
        <Paragraph id="backward.lead" />
        <Paragraph id="backward.flip_text" />
      </div>
      <PathMap />
      <LossControls answer={answer} />
      <EditNotice />
      <CallErrorNotice error={error} />
      <div class="flipped" aria-busy={gradients.pending}>
        {answer ? <Gradients answer={answer} /> : placeholder}
      </div>
      <Part title="backward.blocked_title" texts={['backward.blocked_text', 'backward.blocked_gelu_text']} />
      {answer && path && dead ? (
        <>
          <OneToken answer={answer} />
          <UnitPathView answer={path} blocked={dead} />
        </>
      ) : (
        placeholder
      )}
      <Part title="backward.check_title" texts={['backward.check_text']} beside={<figure>{answer ? <Checks /> : placeholder}</figure>} />
      <Part title="backward.depth_title" texts={['backward.depth_text', 'backward.depth_source']} beside={<Ladder />} />
      <Paragraph class="note try" id="backward.try" />
    </div>
  );
}
