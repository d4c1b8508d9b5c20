/** Fills in the worksheet of the step: how wide the numbers are spread without parts of the block. */
import { Value } from '../../numbers/value.tsx';
import type { SheetCells } from '../../quiz/sheet_table.tsx';
import { without_parts } from './selection.ts';

export const sheet_cells: SheetCells = () => {
  const { answer } = without_parts.value;
  return answer?.value.rows.map((_, row) =>
    (['input', 'output'] as const).map((of) => (
      <Value key={of} of={answer} path={`rows.${row}.${of}`} style="statistic" />
    )),
  );
};
