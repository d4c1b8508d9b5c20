/** The exercises, and the learner's answers, which are stored in localStorage only. */
import { signal } from '@preact/signals';
import { read_object, read_preference, save_preference } from '../../state/preferences.ts';

/** The exercises with the step that each is about. */
export const exercises = {
  parameters: 'cost',
  hidden: 'feed_forward',
  gelu: 'activation',
  slope: 'activation',
  factor: 'dropout',
} as const;

export type ExerciseName = keyof typeof exercises;
export const exercise_names = Object.keys(exercises) as readonly ExerciseName[];

const preference = 'exercises';

/** Reads the stored answers; malformed ones are dropped. */
export function read_answers(text: string | null): Readonly<Partial<Record<ExerciseName, string>>> {
  const given = read_object(text);
  return Object.fromEntries(
    exercise_names.flatMap((name) => {
      const answer = given[name];
      return typeof answer === 'string' && answer.length <= 40 ? [[name, answer]] : [];
    }),
  );
}

/** The answers that were checked, as typed. */
export const answers = signal(read_answers(read_preference(preference)));

export function give_answer(name: ExerciseName, answer: string | undefined): void {
  const others = Object.entries(answers.peek()).filter(([other]) => other !== name);
  const given = answer === undefined ? [] : [[name, answer] as const];
  answers.value = Object.fromEntries<string>([...others, ...given]);
  save_preference(preference, JSON.stringify(answers.peek()));
}
