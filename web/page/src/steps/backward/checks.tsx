/** Compares the backward pass with central differences: for each tensor, both gradients of the element where they differ most. */
import { NumberTable } from '../../controls/number_table.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import type { GradientCheck } from 'ffn-lab';
import { number_column, text_column, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { branches } from './calls.ts';
import type { BackwardReply, Branch, GradientCheckReply } from './calls.ts';
import { gradient_checks } from './state.ts';

const fields = ['claimed', 'central_difference', 'largest_error'] as const;

/** Export data: one row per tensor and activation, named such as `w1.relu`. */
function check_data(request: unknown, checks: NonNullable<GradientCheckReply['checks']>): FigureData {
  const all = branches.flatMap((branch) => checks[branch].map((check) => ({ ...check, tensor: `${check.name}.${branch}` })));
  const names = all.map(({ tensor }) => tensor);
  const numbers = fields.map((field) =>
    vector(
      field,
      all.map((check) => check[field]),
    ),
  );
  return {
    call: 'gradient_check',
    arguments: request,
    tensors: numbers,
    table: {
      rows: all.length,
      columns: [text_column('tensor', names), ...numbers.map(({ tensor, data }) => number_column(tensor, data, 'precise'))],
      row_name: (row) => names[row] ?? '',
    },
  };
}

/** Converts the flat index `at` to row and column: `w1[3, 5]`. */
function place_text({ name, at }: GradientCheck, { d_model, d_ff }: BackwardReply): string {
  const width = { x: d_model, w1: d_model, w2: d_ff }[name];
  return `${name}[${width === undefined ? at : `${Math.floor(at / width)}, ${at % width}`}]`;
}

function Rows({
  branch,
  checks,
  reply,
}: {
  readonly branch: Branch;
  readonly checks: readonly GradientCheck[];
  readonly reply: BackwardReply;
}) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} class={`check_group branch_${branch}`}>
          {t(`activation.name_${branch === 'gelu' ? reply.gelu : 'relu'}`)}
        </th>
      </tr>
      {checks.map((check) => (
        <tr key={check.name}>
          <th scope="row">
            <code>{place_text(check, reply)}</code>
          </th>
          {fields.map((field) => (
            <td key={field}>
              <Value
                value={check[field]}
                style={field === 'largest_error' ? 'limit' : 'precise'}
                call="gradient_check"
                tensor={`${check.name}.${branch}`}
                index={field}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

export function Checks({ reply }: { readonly reply: BackwardReply }) {
  const { current, error } = gradient_checks.value;
  const shown = current?.reply.example === store.example.value ? current : undefined;
  const checks = shown?.reply.checks;
  if (shown === undefined) return <CallErrorNotice error={error} />;
  if (checks === undefined) return <p class="notice">{t('backward.check_too_large')}</p>;
  return (
    <FigureFrame name="gradient_check" title={t('backward.check_table')} data={() => check_data(shown.request, checks)}>
      <CallErrorNotice error={error} />
      <NumberTable
        class="checks"
        caption={t('backward.check_table')}
        heads={[t('backward.check_where'), t('backward.check_claimed'), t('backward.check_difference'), t('backward.check_error')]}
        region={t('backward.check_table')}
      >
        {branches.map((branch) => (
          <Rows key={branch} branch={branch} checks={checks[branch]} reply={reply} />
        ))}
      </NumberTable>
    </FigureFrame>
  );
}
