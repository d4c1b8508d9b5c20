/** Table of three definitions of sparsity; they disagree most for GELU. */
import type { ComponentChildren } from 'preact';
import { Choice } from '../controls/choice.tsx';
import { NumberTable } from '../controls/number_table.tsx';
import { format_tick, t } from '../words/i18n.ts';
import type { Answer } from './answers.ts';
import type { Path } from './path.ts';
import { store } from '../state/store.ts';
import { thresholds } from '../state/thresholds.ts';
import { Value } from './value.tsx';

export const sparsity_definitions = ['zero', 'not_positive', 'small'] as const;

/** Parts of an export, in a summary of sparsity. */
export const sparsity_parts = [
  'count',
  ...sparsity_definitions.flatMap((name) => [name, `${name}_share`]),
];

interface SparsityTableProps<Value> {
  readonly caption: string;
  readonly threshold: number;
  /** `path` leads to the summary in the answer. */
  readonly columns: readonly {
    readonly head: ComponentChildren;
    readonly of: Answer<Value> | undefined;
    readonly path: string;
  }[];
}

export function SparsityTable<Found>({ caption, threshold, columns }: SparsityTableProps<Found>) {
  const limit = format_tick(threshold);
  return (
    <NumberTable
      caption={caption}
      heads={[t('sparsity.definition'), ...columns.map(({ head }) => head)]}
      rows={sparsity_definitions.map((definition) => ({
        head: t(`sparsity.${definition}`, { limit }),
        cells: columns.map(({ of, path }) => (
          <Value of={of} path={`${path}.${definition}_share` as Path<Found>} style="percent" />
        )),
      }))}
    />
  );
}

export function ThresholdChoice() {
  return (
    <Choice
      legend={t('sparsity.threshold')}
      values={thresholds}
      label={format_tick}
      of={store.threshold}
    />
  );
}
