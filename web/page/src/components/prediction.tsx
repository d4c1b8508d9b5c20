/** A question before the answer: what a reader has guessed, right or wrong, is remembered better than what was only read. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { answer_shown, cover_answer, show_answer } from '../revealed_answers.ts';
import { t } from '../i18n.ts';
import type { MessageKey } from '../i18n.ts';
import { choose_guess, guesses, score } from '../predictions.ts';
import type { PredictionName } from '../prediction_names.ts';
import { Choice } from './choice.tsx';

interface VerdictProps {
  /** Undefined as long as nothing has been guessed. */
  readonly right: boolean | undefined;
  readonly children: ComponentChildren;
}

/** Right or not, the answer, and the score of all questions. The frame is there before its text, so that the text is announced. */
export function Verdict({ right, children }: VerdictProps) {
  return (
    <div role="status">
      {right !== undefined && (
        <div class="prediction_verdict">
          <p>
            <strong>{t(right ? 'prediction.right' : 'prediction.wrong')}</strong> {children}
          </p>
          <p class="hint">{t('prediction.score', { ...score.value })}</p>
        </div>
      )}
    </div>
  );
}

interface CheckButtonProps {
  readonly checked: boolean;
  /** There is a guess, and numbers of the core to hold it against. */
  readonly ready: boolean;
  readonly on_check: () => void;
  readonly on_again: () => void;
  /** What the button says once all is told. */
  readonly again?: MessageKey;
}

/** One button for both ways, so that the focus stays where it is. */
export function CheckButton({ checked, ready, on_check, on_again, again = 'prediction.again' }: CheckButtonProps) {
  const idle = !checked && !ready;
  return (
    <button type="button" class="button" aria-disabled={idle} onClick={() => !idle && (checked ? on_again() : on_check())}>
      {t(checked ? again : 'prediction.check')}
    </button>
  );
}

/** Beside the button that checks, to which the focus goes when this one has done its work. */
export function ShowButton({ name }: { readonly name: PredictionName }) {
  if (answer_shown(name)) return null;
  const show = (event: MouseEvent & { readonly currentTarget: HTMLElement }) => {
    const check = event.currentTarget.previousElementSibling;
    show_answer(name);
    if (check instanceof HTMLElement) check.focus();
  };
  return (
    <button type="button" class="button" onClick={show}>
      {t('prediction.show')}
    </button>
  );
}

interface PredictionProps {
  readonly name: PredictionName;
  readonly question: MessageKey;
  readonly options: readonly { readonly name: string; readonly label: string }[];
  /** The option that the core's numbers make the right one; undefined while there are none. */
  readonly right: string | undefined;
  /** What is shown once the reader has guessed. */
  readonly children: ComponentChildren;
}

/** Arrow keys pass over the options on their way: nothing is a guess until it is checked. */
export function Prediction({ name, question, options, right, children }: PredictionProps) {
  const [draft, set_draft] = useState('');
  const guess = guesses.value[name]?.option;
  const checked = guess !== undefined;
  const again = () => {
    set_draft('');
    cover_answer(name);
  };
  return (
    <div class="prediction">
      <Choice legend={t(question)} options={options} value={guess ?? draft} on_choose={set_draft} disabled={checked} />
      <div class="prediction_buttons">
        <CheckButton
          checked={checked}
          ready={draft !== '' && right !== undefined}
          on_check={() => choose_guess(name, draft, draft === right)}
          on_again={again}
        />
        <ShowButton name={name} />
      </div>
      <Verdict right={checked && right !== undefined ? guess === right : undefined}>{children}</Verdict>
    </div>
  );
}
