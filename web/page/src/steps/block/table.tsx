/** Table of each box's output statistics; highlighting and selection are shared with the diagram. */
import { NumberTable } from '../../controls/number_table.tsx';
import { tensor_name, type BlockBox } from '../../numbers/block_boxes.ts';
import { token_name, TokenSteps } from '../../numbers/token_choice.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { box_label, linked_to, move_between_boxes, shown } from './selection.ts';

const fields = ['mean', 'standard_deviation'] as const;

/** Name of a tensor that may wrap after its dot. */
function TensorPath({ name }: { readonly name: string }) {
  const [first = '', rest] = name.split('.');
  return (
    <code>
      {first}
      {rest !== undefined && ['.', <wbr key="break" />, rest]}
    </code>
  );
}

/** Statistics of a box's output: of a token, or of all. */
function Cells({ box, token }: { readonly box: BlockBox; readonly token?: number }) {
  const { answer } = shown.value;
  const output = answer?.value.boxes[box];
  const summary = token === undefined ? output?.all : output?.tokens[token];
  const path = token === undefined ? (`boxes.${box}.all` as const) : (`boxes.${box}.tokens.${token}` as const);
  return fields.map((field) => (
    <td key={field}>
      {field === 'standard_deviation' && summary !== undefined && summary.count < 2 ? (
        t('statistics.undefined')
      ) : (
        <Value of={answer} path={`${path}.${field}`} style="cell" />
      )}
    </td>
  ));
}

function Row({ box }: { readonly box: BlockBox }) {
  const { shape, selected, tokens, token } = shown.value;
  const name = tensor_name(box, shape);
  const { state, listeners } = linked_to(box, 'row');
  return (
    <tr class={state} data-row={box} {...listeners}>
      <th scope="row">
        <button type="button" class="block_row_button" aria-pressed={box === selected} tabIndex={box === selected ? 0 : -1}>
          <span class={`block_row_name block_row_name_${box}`}>{box_label(box)}</span>{' '}
          {name !== box_label(box) && <TensorPath name={name} />}
        </button>
      </th>
      {tokens > 1 && <Cells box={box} />}
      <Cells box={box} token={token} />
    </tr>
  );
}

export function BlockTable() {
  const { answer, boxes, tokens, token } = shown.value;
  const index = token_name(token, answer?.value.shape ?? [], '\u00a0');
  const groups = tokens > 1 ? [t('block.all_tokens', { tokens }), t('block.one', { token: index })] : [t('block.the_token')];
  return (
    <div class="block_numbers">
      {tokens > 1 && (
        <TokenSteps class="block_token" label={t('token.choose')} tokens={tokens} token={token}>
          {index}
        </TokenSteps>
      )}
      <NumberTable
        class="block_table"
        caption={t('block.table')}
        groups={groups}
        heads={[t('block.after'), ...fields.map((field) => t(`statistics.${field}`))]}
      >
        <tbody onKeyDown={move_between_boxes('button', false)}>
          {boxes.map((box) => (
            <Row key={box} box={box} />
          ))}
        </tbody>
      </NumberTable>
    </div>
  );
}
