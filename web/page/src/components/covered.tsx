/** What answers a question of the page lies under a cover until the reader has guessed, or does not want to. */
import type { ComponentChildren } from 'preact';
import { answer_shown, show_answer } from '../answers_shown.ts';
import { t } from '../i18n.ts';
import type { PredictionName } from '../predictions.ts';

interface CoverTextProps {
  readonly text: string;
  readonly questions: readonly PredictionName[];
}

export function CoverText({ text, questions }: CoverTextProps) {
  const show = (event: MouseEvent & { readonly currentTarget: HTMLElement }) => {
    // The button goes with the cover; the focus goes on to what was under it.
    const place = event.currentTarget.closest<HTMLElement>('[tabindex="-1"]');
    questions.forEach(show_answer);
    place?.focus({ preventScroll: true });
  };
  return (
    <div class="cover_text">
      <p>{text}</p>
      <button type="button" class="button" onClick={show}>
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

/** What is covered keeps its place, so that nothing jumps when it is shown. */
export function Covered({ questions, children }: CoveredProps) {
  const open = questions.filter((name) => !answer_shown(name));
  return (
    <div class="coverable" tabIndex={-1}>
      <div class="coverable_answer" inert={open.length > 0}>
        {children}
      </div>
      {open.length > 0 && (
        <div class="cover">
          <CoverText text={t('prediction.covered')} questions={open} />
        </div>
      )}
    </div>
  );
}
