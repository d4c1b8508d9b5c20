/**
 * Compares the backward pass with central differences: for each tensor, both gradients of the
 * element where they differ most.
 */
import { NumberTable } from '../../controls/number_table.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import type { GradientCheck } from 'ffn-lab';
import { figure_of } from '../../export/figure_data.ts';
import { t } from '../../words/i18n.ts';
import { shown_answer } from '../../numbers/answers.ts';
import {
  branch_name,
  branches,
  checks as gradient_checks,
  type Branch,
  type ChecksAnswer,
} from './state.tsx';

const fields = ['claimed', 'central_difference', 'largest_error'] as const;

/** Converts the flat index `at` to row and column: `w1[3, 5]`. */
function place_text({ name, at }: GradientCheck, { d_model, d_ff }: ChecksAnswer['value']): string {
  const width = { x: d_model, w1: d_model, w2: d_ff }[name];
  return `${name}[${width === undefined ? at : `${Math.floor(at / width)}, ${at % width}`}]`;
}

function Rows({ answer, branch }: { readonly answer: ChecksAnswer; readonly branch: Branch }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} class={`check_group branch_${branch}`}>
          {branch_name(answer, branch)}
        </th>
      </tr>
      {answer.value.checks?.[branch].map((check, place) => (
        <tr key={check.name}>
          <th scope="row">
            <code>{place_text(check, answer.value)}</code>
          </th>
          {fields.map((field) => (
            <td key={field}>
              <Value
                of={answer}
                path={`checks.${branch}.${place}.${field}`}
                style={field === 'largest_error' ? 'limit' : 'precise'}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

export function Checks() {
  const { error } = gradient_checks.value;
  const answer = shown_answer(gradient_checks);
  if (answer === undefined) return <CallErrorNotice error={error} />;
  if (answer.value.checks === undefined)
    return <p class="notice">{t('backward.check_too_large')}</p>;
  const title = t('backward.check_table');
  const heads = [
    t('backward.check_where'),
    t('backward.check_claimed'),
    t('backward.check_difference'),
    t('backward.check_error'),
  ];
  return (
    <FigureFrame
      name="gradient_check"
      title={title}
      data={() => figure_of(answer, { parts: ['checks'] })}
    >
      <CallErrorNotice error={error} />
      <NumberTable class="checks" caption={title} heads={heads}>
        {branches.map((branch) => (
          <Rows key={branch} answer={answer} branch={branch} />
        ))}
      </NumberTable>
    </FigureFrame>
  );
}
