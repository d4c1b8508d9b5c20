/** Prediction questions: the user guesses an answer before the page reveals it. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import {
  choose_guess,
  guesses,
  score,
  type PredictionName,
  type questions,
} from './predictions.ts';
import { RevealButton } from './covered.tsx';
import { PrintLines } from './print_lines.tsx';
import { print_mode } from './printing.ts';
import { answer_shown, cover_answer } from './revealed_answers.ts';
import { t, type MessageKey } from '../words/i18n.ts';
import { Message } from '../controls/message.tsx';
import { Button } from '../controls/button.tsx';
import { Choice } from '../controls/choice.tsx';

/**
 * The judgement of a guess, which stays when another example or setting changes the answer: it says
 * then that it is about the earlier one. Empty before the guess: screen readers announce the text of
 * a live region that was rendered before it.
 */
export function Verdict({
  name,
  right,
  children,
}: {
  readonly name: PredictionName;
  /** Whether the guess is right for what is shown now; undefined until that is computed. */
  readonly right: boolean | undefined;
  readonly children: ComponentChildren;
}) {
  const judged = guesses.value[name]?.right;
  const verdict = judged ? 'right' : 'wrong';
  return (
    <div role="status">
      {judged !== undefined && right !== undefined && (
        <div class="prediction_verdict">
          <p>
            <strong>
              {t(judged === right ? `prediction.${verdict}` : `prediction.was_${verdict}`)}
            </strong>{' '}
            {children}
          </p>
          <p class="hint">{t('prediction.score', { ...score.value })}</p>
        </div>
      )}
    </div>
  );
}

interface CheckButtonProps {
  readonly checked: boolean;
  /** There is a guess, and the core's numbers to compare it with are available. */
  readonly ready: boolean;
  readonly on_check: () => void;
  readonly on_again: () => void;
  readonly again?: MessageKey;
}

/** One button for checking and for guessing again, so that it does not lose the focus. */
export function CheckButton({
  checked,
  ready,
  on_check,
  on_again,
  again = 'prediction.again',
}: CheckButtonProps) {
  const text = t(checked ? again : 'prediction.check');
  return (
    <Button text={text} disabled={!checked && !ready} on_click={checked ? on_again : on_check} />
  );
}

/** Reveals the answer; the focus moves to the check button before it. */
export const ShowButton = ({ name }: { readonly name: PredictionName }) =>
  answer_shown(name) ? null : (
    <RevealButton questions={[name]} focus_target={(button) => button.previousElementSibling} />
  );

interface PredictionProps {
  readonly name: PredictionName;
  /**
   * Key of the question's message; the keys of the options and of the answer begin with it:
   * `hidden.guess_OPTION`, `hidden.guess_answer`.
   */
  readonly question: Exclude<(typeof questions)[PredictionName]['message'], 'guess.question'>;
  readonly options: readonly string[];
  /** The right option, determined from the core's numbers; undefined until they are computed. */
  readonly right: string | undefined;
  readonly values?: Readonly<Record<string, VNode | number>>;
}

/**
 * A question with options. A selected option is a draft until it is checked, as arrow keys select
 * each option that they pass.
 */
export function Prediction({ name, question, options, right, values = {} }: PredictionProps) {
  const [draft, set_draft] = useState('');
  const guess = guesses.value[name]?.option;
  const checked = guess !== undefined;
  // On paper the right option is marked, not the reader's.
  const marked = print_mode.value === 'answers' ? right : undefined;
  const label = (option: string) => t(`${question}_${option}` as MessageKey);
  const again = () => {
    set_draft('');
    cover_answer(name);
  };
  return (
    <div class="prediction">
      <Choice
        legend={t(question)}
        values={options}
        label={label}
        value={marked ?? guess ?? draft}
        on_choose={set_draft}
        disabled={checked}
      />
      <div class="prediction_buttons">
        <CheckButton
          checked={checked}
          ready={draft !== '' && right !== undefined}
          on_check={() => choose_guess(name, draft, draft === right)}
          on_again={again}
        />
        <ShowButton name={name} />
      </div>
      <Verdict name={name} right={right === undefined ? undefined : guess === right}>
        <Message id={`${question}_answer`} values={values} />
      </Verdict>
      {answer_shown(name) && !checked && print_mode.value === undefined && right && (
        <p class="prediction_shown">{t('prediction.shown', { answer: label(right) })}</p>
      )}
      {print_mode.value === 'answers' && right !== undefined && (
        <p class="print_answer">
          <strong>{label(right)}.</strong> <Message id={`${question}_answer`} values={values} />
        </p>
      )}
      <PrintLines />
    </div>
  );
}
