/** What answers a question of the page lies under a cover until the reader has guessed, or does not want to. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { answer_shown, show_answer } from '../revealed_answers.ts';
import { t } from '../i18n.ts';
import type { PredictionName } from '../prediction_names.ts';

interface CoverTextProps {
  readonly text: string;
  readonly questions: readonly PredictionName[];
  /** Where the focus goes on when the button goes with its cover. */
  readonly under: (button: Element) => HTMLElement | null | undefined;
}

export function CoverText({ text, questions, under }: CoverTextProps) {
  const id = useId();
  const show = (event: MouseEvent & { readonly currentTarget: Element }) => {
    const place = under(event.currentTarget);
    questions.forEach(show_answer);
    place?.focus({ preventScroll: true });
  };
  return (
    <div class="cover_text">
      <p id={id}>{text}</p>
      <button type="button" class="button" aria-describedby={id} onClick={show}>
        {t('prediction.show')}
      </button>
    </div>
  );
}

interface CoveredProps {
  /** All of which it answers. */
  readonly questions: readonly PredictionName[];
  readonly children: ComponentChildren;
}

/** A covered figure keeps its place, so that it does not jump when it is shown. */
export function Covered({ questions, children }: CoveredProps) {
  const open = questions.filter((name) => !answer_shown(name));
  const under = (button: Element) => button.closest<HTMLElement>('.coverable');
  return (
    <div class="coverable" tabIndex={-1} role="group" aria-label={t('prediction.answer')}>
      <div class="coverable_answer" inert={open.length > 0}>
        {children}
      </div>
      {open.length > 0 && (
        <div class="cover">
          <CoverText text={t('prediction.covered')} questions={open} under={under} />
        </div>
      )}
    </div>
  );
}
