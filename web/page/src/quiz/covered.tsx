/**
 * Covers over figures that answer a prediction question; removed when the user has guessed or
 * presses "Show me".
 */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { answer_shown, show_answer } from './revealed_answers.ts';
import { t } from '../words/i18n.ts';
import type { PredictionName } from './predictions.ts';

interface RevealButtonProps {
  readonly questions: readonly PredictionName[];
  /** Returns the element that receives the focus, as the button is removed. */
  readonly focus_target: (button: Element) => Element | null | undefined;
  readonly 'aria-describedby'?: string;
}

export function RevealButton({ questions, focus_target, ...described }: RevealButtonProps) {
  const show = (event: MouseEvent & { readonly currentTarget: Element }) => {
    const target = focus_target(event.currentTarget);
    questions.forEach(show_answer);
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
  return <Button text={t('prediction.show')} {...described} on_click={show} />;
}

export function CoverText({ text, ...revealed }: RevealButtonProps & { readonly text: string }) {
  const id = useId();
  return (
    <div class="cover_text">
      <p id={id}>{text}</p>
      <RevealButton {...revealed} aria-describedby={id} />
    </div>
  );
}

/**
 * Stands in the place of its children until all questions are answered. The children are laid out
 * all the while, without height, so that figures know their width.
 */
export function Covered({
  questions,
  text = t('prediction.covered'),
  children,
}: {
  readonly questions: readonly PredictionName[];
  /** Says what is covered. */
  readonly text?: string;
  readonly children: ComponentChildren;
}) {
  const open = questions.filter((name) => !answer_shown(name));
  return (
    <div
      class="coverable coverable_folded"
      tabIndex={-1}
      role="group"
      aria-label={t('prediction.answer')}
    >
      <div class="coverable_answer" inert={open.length > 0}>
        {children}
      </div>
      {open.length > 0 && (
        <div class="cover">
          <CoverText
            text={text}
            questions={open}
            focus_target={(button) => button.closest('.coverable')}
          />
        </div>
      )}
    </div>
  );
}
