/** Panel on the backward pass: all gradients, units that ReLU blocks, the gradient check, and gradients by depth. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Message } from '../../words/message.tsx';
import { t } from '../../words/i18n.ts';
import type { MessageKey } from '../../words/i18n.ts';
import { EditNotice } from '../../numbers/number_editor.tsx';
import { leading_index, TokenChoice } from '../../numbers/token_choice.tsx';
import { choose_example, store } from '../../numbers/store.ts';
import { losses } from '../../numbers/url_state.ts';
import { branches } from './calls.ts';
import type { Branch } from './calls.ts';
import { Checks } from './checks.tsx';
import { GradientView } from './gradient_view.tsx';
import { Ladder } from './ladder.tsx';
import { backward_pass, shown_answer } from './state.ts';
import type { BackwardAnswer } from './state.ts';
import { UnitPathView } from './unit_path.tsx';
import { WeightGradients } from './weight_gradients.tsx';
import './backward.css';

export { legend } from './legend.tsx';
export { programs } from './programs.ts';

interface AnswerProps {
  readonly answer: BackwardAnswer;
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

function LossControls({ answer }: { readonly answer: BackwardAnswer | undefined }) {
  const reply = answer?.reply;
  const place = reply ? `output[${[...leading_index(reply.token, reply.shape), reply.feature].join(', ')}]` : 'output[…]';
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
      {reply && <TokenChoice tokens={reply.tensors.grad_output.data.length / reply.d_model} shape={reply.shape} token={reply.token} />}
    </>
  );
}

function BranchGradients({ answer, branch }: AnswerProps & { readonly branch: Branch }) {
  const name = branch === 'gelu' ? 'GELU' : 'ReLU';
  return (
    <div class={`branch branch_${branch}`}>
      <h3 class="branch_title">{t(`activation.name_${branch === 'gelu' ? answer.reply.gelu : 'relu'}`)}</h3>
      <Step formula={`grad_pre_activation = grad_hidden · ${name}′(pre_activation)`} />
      <GradientView answer={answer} name={`grad_pre_activation.${branch}`} heading="h4" />
      <Step formula="grad_x = W1ᵀ · grad_pre_activation" />
      <GradientView answer={answer} name={`grad_x.${branch}`} heading="h4" />
    </div>
  );
}

/** Renders the weight gradients, half of the panel's numbers, only while the section is open. */
function WeightsOnDemand({ answer }: AnswerProps) {
  const [open, set_open] = useState(false);
  return (
    <details class="weights_back" onToggle={(event) => set_open(event.currentTarget.open)}>
      <summary>{t('backward.weights')}</summary>
      {open && (
        <>
          <p class="hint">
            <Message id="backward.weights_text" />
          </p>
          <div class="branches">
            {branches.map((branch) => (
              <div key={branch} class={`branch branch_${branch}`}>
                <h3 class="branch_title">{t(`activation.name_${branch === 'gelu' ? answer.reply.gelu : 'relu'}`)}</h3>
                <WeightGradients answer={answer} branch={branch} />
              </div>
            ))}
          </div>
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
      <WeightsOnDemand answer={answer} />
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
  const paragraphs = texts.map((text) => (
    <p key={text}>
      <Message id={text} />
    </p>
  ));
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
function OneToken({ answer: { reply } }: AnswerProps) {
  if (reply.tensors.grad_output.data.length > reply.d_model) return null;
  return (
    <p class="hint">
      {t('backward.one_token')}{' '}
      <button type="button" class="button button_small" onClick={() => choose_example('notebook_batch')}>
        {t('example.notebook_batch')}
      </button>
    </p>
  );
}

export function Panel() {
  const { error } = backward_pass.value;
  const answer = shown_answer();
  const placeholder = <div class="waiting_cells" aria-hidden="true" />;
  return (
    <div class="backward">
      <div class="two_columns">
        <p>
          <Message id="backward.lead" />
        </p>
        <p>
          <Message id="backward.flip_text" />
        </p>
      </div>
      <PathMap />
      <LossControls answer={answer} />
      <EditNotice />
      <CallErrorNotice error={error} />
      <div class="flipped" aria-busy={backward_pass.pending}>
        {answer ? <Gradients answer={answer} /> : placeholder}
      </div>
      <Part title="backward.blocked_title" texts={['backward.blocked_text', 'backward.blocked_gelu_text']} />
      {answer ? (
        <>
          <OneToken answer={answer} />
          <UnitPathView answer={answer} />
        </>
      ) : (
        placeholder
      )}
      <Part
        title="backward.check_title"
        texts={['backward.check_text']}
        beside={<figure>{answer ? <Checks reply={answer.reply} /> : placeholder}</figure>}
      />
      <Part title="backward.depth_title" texts={['backward.depth_text', 'backward.depth_source']} beside={<Ladder />} />
      <p class="note try">
        <Message id="backward.try" />
      </p>
    </div>
  );
}
