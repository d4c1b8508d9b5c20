/** Fills in the worksheet of the step: the answers with each part switched off. */
import { facts_answer, word_text } from '../../language_model/answers.ts';
import { asked, twin, unit } from '../../language_model/chosen.ts';
import { Value } from '../../numbers/value.tsx';
import type { SheetCells } from '../../quiz/sheet_table.tsx';

const without_parts = facts_answer('without_parts', () =>
  asked.value === undefined || unit.value === undefined
    ? undefined
    : { ...twin(), prompt: asked.value.prompt, unit: unit.value },
);

export const sheet_cells: SheetCells = () => {
  const answer = without_parts.shown.value;
  return answer?.value.rows.map(({ word }, row) => [
    word_text(word),
    <Value key="probability" of={answer} path={`rows.${row}.probability`} style="percent" />,
    <Value key="right" of={answer} path={`rows.${row}.right`} style="count" />,
  ]);
};
