/** The residual connection: adds the input to the network's output. */
import { NumberTable } from '../../controls/number_table.tsx';
import { Value } from '../../numbers/value.tsx';
import type { Pass } from '../../numbers/forward_pass.ts';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { window_length } from '../../numbers/tensor_names.ts';

const rows = [
  { name: 'x', path: 'tensors.x' },
  { name: 'output', path: 'tensors.output_gelu' },
  { name: 'x + output', path: 'sum' },
] as const;

export function ShortcutView({ pass, token }: { readonly pass: Pass; readonly token: number }) {
  const { d_model } = pass.value;
  const start = store.window_start.d_model.value < d_model ? store.window_start.d_model.value : 0;
  const features = Array.from({ length: Math.min(window_length, d_model - start) }, (_, offset) => start + offset);
  return (
    <NumberTable
      class="shortcut_table"
      caption={t('stage.shortcut_table')}
      heads={[undefined, ...features]}
      rows={rows.map(({ name, path }) => ({
        class: path === 'sum' ? 'row_of_sums' : undefined,
        head: <code>{name}</code>,
        cells: features.map((feature) => <Value of={pass} path={`${path}.${token * d_model + feature}`} style="cell" />),
      }))}
    />
  );
}
