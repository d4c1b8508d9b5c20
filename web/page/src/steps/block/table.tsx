/** Table of each box's output statistics; highlighting and selection are shared with the diagram. */
import { ArrowButton } from '../../controls/arrow_button.tsx';
import { Value } from '../../numbers/value.tsx';
import type { BlockBox } from '../../numbers/block_boxes.ts';
import type { BlockTap } from '../../numbers/protocol.ts';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { attended_box, box_label, choose_box, move_between_boxes } from './selection.ts';
import { leading_index } from '../../numbers/token_choice.tsx';

interface BlockRow {
  readonly box: BlockBox;
  readonly name: string;
  readonly tap: BlockTap | undefined;
}

interface BlockTableProps {
  readonly rows: readonly BlockRow[];
  readonly selected: BlockBox;
  /** Shape of x. */
  readonly shape: readonly number[] | undefined;
  readonly tokens: number;
  readonly token: number;
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

function Cells({ row, token }: { readonly row: BlockRow; readonly token: number | undefined }) {
  const summary = token === undefined ? row.tap?.all : row.tap?.tokens[token];
  const tensor = `block.${row.name}${token === undefined ? '' : `, token ${token}`}`;
  return fields.map((field) => (
    <td key={field}>
      {field === 'standard_deviation' && summary !== undefined && summary.count < 2 ? (
        t('statistics.undefined')
      ) : (
        <Value value={summary?.[field]} style="cell" call="summarize" tensor={tensor} index={field} />
      )}
    </td>
  ));
}

function Row({ row, selected, tokens, token }: { readonly row: BlockRow } & Omit<BlockTableProps, 'rows' | 'shape'>) {
  const { box } = row;
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
          {row.name !== box_label(box) && <TensorPath name={row.name} />}
        </button>
      </th>
      {tokens > 1 && <Cells row={row} token={undefined} />}
      <Cells row={row} token={token} />
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

export function BlockTable({ rows, selected, shape, tokens, token }: BlockTableProps) {
  const index = `[${leading_index(token, shape ?? []).join(',\u00a0')}]`;
  const groups = tokens > 1 ? [t('block.all_tokens', { tokens }), t('block.one', { token: index })] : [t('block.the_token')];
  return (
    <div class="block_numbers">
      {tokens > 1 && <TokenButtons tokens={tokens} token={token} index={index} />}
      <div class="table_frame">
        <table class="numbers block_table">
          <caption>{t('block.table')}</caption>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                {t('block.after')}
              </th>
              {groups.map((group) => (
                <th key={group} scope="colgroup" colSpan={2}>
                  {group}
                </th>
              ))}
            </tr>
            <tr>
              {groups.flatMap((group) =>
                fields.map((field) => (
                  <th key={`${group} ${field}`} scope="col">
                    {t(`statistics.${field}`)}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody onKeyDown={move_between_boxes('button', false)}>
            {rows.map((row) => (
              <Row key={row.box} row={row} selected={selected} tokens={tokens} token={token} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
