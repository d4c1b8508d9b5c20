/**
 * The program of a number of the self-check: the text of its family's check, with PyTorch's
 * tensors.
 */
import { literal } from '../../numbers/program.ts';
import block_checks from './block_checks.ts?program';
import checks from './checks.ts?program';
import training_checks from './training_checks.ts?program';
import type { SelfTestReply } from './service.ts';

const texts = { ...checks, ...block_checks, ...training_checks };

/** Returns the program that prints the number at a path `rows.ROW.largest`. */
export function check_program(
  { rows, golden }: Pick<SelfTestReply, 'rows' | 'golden'>,
  path: string,
): string {
  const [, row = '', field = ''] = path.split('.');
  const { family = 'random_notebook', tensor = '' } = rows[Number(row)] ?? {};
  const tensors = Object.entries(golden[family] ?? {}).map(
    ([name, tensor]) => `  ${name}: ${literal(tensor)},`,
  );
  const lines = [
    "import { load } from 'ffn-lab';\n",
    'const lab = await load();',
    ...(tensors.length === 0
      ? []
      : [`// Computed by PyTorch`, 'const golden = {', ...tensors, '};\n']),
    texts[family] ?? '',
    `const rows = ${family}(lab${tensors.length === 0 ? '' : ', golden'});`,
    `console.log(rows.find(({ tensor }) => tensor === '${tensor}').${field});`,
  ];
  return `${lines.join('\n')}\n`;
}
