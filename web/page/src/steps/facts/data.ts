/** The exported data of the step's table. */
import { figure_at, text_column, type FigureData } from '../../export/figure_data.ts';
import type { FactsAnswer } from '../../facts/answers.ts';

export const right_data = (answer: FactsAnswer<'right'>, rows: readonly string[]): FigureData =>
  figure_at(answer, {
    rows: rows.length,
    columns: [
      text_column('language', rows),
      { name: 'right', path: (row) => `${rows[row]}.right`, style: 'count' },
      { name: 'sentences', path: (row) => `${rows[row]}.of`, style: 'count' },
    ],
  });
