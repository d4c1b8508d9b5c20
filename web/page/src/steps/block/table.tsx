/** Table of each box's output statistics; highlighting and selection are shared with the diagram. */
import { ArrowButton } from '../../controls/button.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { Value } from '../../numbers/value.tsx';
import { boxes_of, tensor_name, type BlockBox, type BlockShape } from '../../numbers/block_boxes.ts';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { attended_box, box_label, choose_box, move_between_boxes, type BlockAnswer } from './selection.ts';
import { token_name } from '../../numbers/token_choice.tsx';

interface BlockTableProps {
  readonly answer: BlockAnswer | undefined;
  readonly shape: BlockShape;
  readonly selected: BlockBox;
  readonly tokens: number;
  readonly token: number;
}

interface RowProps extends BlockTableProps {
  readonly box: BlockBox;
}

const fields = ['mean', 'standard_deviation'] as const;

/** Name of a tensor that may wrap after its dot. */
function TensorPath({ name }: { readonly name: string }) {
  const [first = '', rest] = name.split('.');
  return (
    <code>
      {first}
      {rest !== undefined && (
        <>
          .<wbr />
          {rest}
        </>
      )}
    </code>
  );
}

function Cells({ answer, box, token }: Pick<RowProps, 'answer' | 'box'> & { readonly token: number | undefined }) {
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

function Row({ answer, shape, box, selected, tokens, token }: RowProps) {
  const name = tensor_name(box, shape);
  const attend = (attended: BlockBox | undefined) => () => (attended_box.value = attended);
  const state = [box === selected && 'block_row_selected', box === attended_box.value && 'block_row_linked'].filter(Boolean).join(' ');
  return (
    <tr class={state} data-row={box} onClick={() => choose_box(box)} onPointerEnter={attend(box)} onPointerLeave={attend(undefined)}>
      <th scope="row">
        <button
          type="button"
          class="block_row_button"
          aria-pressed={box === selected}
          tabIndex={box === selected ? 0 : -1}
          onFocus={attend(box)}
          onBlur={attend(undefined)}
        >
          <span class={`block_row_name block_row_name_${box}`}>{box_label(box)}</span>{' '}
          {name !== box_label(box) && <TensorPath name={name} />}
        </button>
      </th>
      {tokens > 1 && <Cells answer={answer} box={box} token={undefined} />}
      <Cells answer={answer} box={box} token={token} />
    </tr>
  );
}

function TokenButtons({ tokens, token, index }: { readonly tokens: number; readonly token: number; readonly index: string }) {
  const step = (by: number) => () => (store.token.value = Math.min(tokens - 1, Math.max(0, Math.min(store.token.value, tokens - 1) + by)));
  return (
    <div class="block_token">
      <span>{t('token.choose')}</span>
      <ArrowButton arrow="‹" label={t('token.previous')} disabled={token === 0} on_click={step(-1)} />
      <strong>{index}</strong>
      <ArrowButton arrow="›" label={t('token.next')} disabled={token === tokens - 1} on_click={step(1)} />
    </div>
  );
}

export function BlockTable(props: BlockTableProps) {
  const { answer, shape, tokens, token } = props;
  const index = token_name(token, answer?.value.shape ?? [], '\u00a0');
  const groups = tokens > 1 ? [t('block.all_tokens', { tokens }), t('block.one', { token: index })] : [t('block.the_token')];
  return (
    <div class="block_numbers">
      {tokens > 1 && <TokenButtons tokens={tokens} token={token} index={index} />}
      <NumberTable
        class="block_table"
        caption={t('block.table')}
        groups={groups}
        heads={[t('block.after'), ...fields.map((field) => t(`statistics.${field}`))]}
      >
        <tbody onKeyDown={move_between_boxes('button', false)}>
          {boxes_of(shape).map((box) => (
            <Row key={box} {...props} box={box} />
          ))}
        </tbody>
      </NumberTable>
    </div>
  );
}
