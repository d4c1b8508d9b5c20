import type { Answer, AnswerSignal } from './answers.ts';
import { store } from './store.ts';

/** Returns the newest answer if it is of the chosen example, otherwise undefined. */
export function shown_answer<Value>(source: AnswerSignal<Value>): Answer<Value> | undefined {
  const { answer } = source.value;
  return answer?.state.example === store.example.value ? answer : undefined;
}
