/** The answer before the shown one, for numbers that are compared. */
import { useRef } from 'preact/hooks';

/** Returns the answer that the present one has replaced; undefined before the first change. */
export function use_previous<Shown>(answer: Shown): Shown | undefined {
  const answers = useRef<{ now: Shown; before?: Shown }>({ now: answer });
  if (answers.current.now !== answer)
    answers.current = { now: answer, before: answers.current.now };
  return answers.current.before;
}
