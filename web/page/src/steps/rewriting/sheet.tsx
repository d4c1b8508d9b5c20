/** Fills in the worksheet of the step: one to four facts rewritten, the chosen sentence's first. */
import { all_sentences, facts_answer } from '../../language_model/answers.ts';
import { sentence, sentences_alike, twin } from '../../language_model/chosen.ts';
import { say_same_fact, type Sentence } from '../../language_model/corpus.ts';
import type { SheetCells } from '../../quiz/sheet_table.tsx';
import { format_count } from '../../words/i18n.ts';
import { other_answers } from './outcome.tsx';

const counts = [1, 2, 3, 4] as const;

/** The sentences to rewrite, one of each fact, with the answers that the step offers first. */
function rewrites_of(chosen: Sentence, count: number) {
  const others = sentences_alike(chosen).filter(
    (one) => one.wording === chosen.wording && one.number !== chosen.number,
  );
  return [chosen, ...others].slice(0, count).map((one) => ({
    sentence: one.number,
    wanted: other_answers(one)[0] ?? one.answer,
  }));
}

const rewritten = counts.map((count) =>
  facts_answer('rewritten', () => {
    const chosen = sentence.value;
    return chosen && { ...twin(), prompt: chosen.prompt, rewrites: rewrites_of(chosen, count) };
  }),
);

export const sheet_cells: SheetCells = () => {
  const answers = rewritten.map(({ shown }) => shown.value);
  if (answers.includes(undefined)) return undefined;
  return answers.map((answer) => {
    const { rewrites } = answer!.state;
    const now = (one: Sentence) => answer!.value.answers[one.number];
    const rewrite_of = (one: Sentence) =>
      rewrites.find(({ sentence: number }) => {
        const fact = all_sentences()[number];
        return fact !== undefined && say_same_fact(fact, one);
      });
    const follow = all_sentences().filter((one) => {
      const found = rewrite_of(one);
      return found && found.sentence !== one.number && now(one) === found.wanted;
    });
    const lost = all_sentences().filter((one) => !rewrite_of(one) && now(one) !== one.answer);
    return [format_count(follow.length), format_count(lost.length)];
  });
};
