/**
 * The Transformer block that contains the network: a diagram of its boxes, and the effect of each
 * on the residual stream.
 */
import { use_width } from '../../charts/use_width.ts';
import { Choice } from '../../controls/choice.tsx';
import { Folded } from '../../controls/folded.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { MoreTokens } from '../../numbers/more_tokens.tsx';
import { answer_shown } from '../../quiz/revealed_answers.ts';
import { store } from '../../state/store.ts';
import { token_name } from '../../numbers/token_choice.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { folded_part } from '../../words/parts.ts';
import { block_norms } from '../../state/url_parameters.ts';
import { tensor_name, type BlockBox } from './boxes.ts';
import './block.css';
import { BlockDetail } from './detail.tsx';
import './diagram.css';
import { BlockDiagram } from './diagram.tsx';
import { min_horizontal_width } from './layout.ts';
import { block, box_label, gpt2_cost, linked_to, move_between_boxes, shown } from './selection.ts';

export { legend } from './diagram.tsx';
export { sheet_cells } from './sheet.tsx';

const Controls = () => (
  <div class="controls">
    <Choice
      legend="LayerNorm"
      values={block_norms}
      label={(name) => t(`block.norm_${name}`)}
      of={store.block_norm}
    />
    <Choice
      legend={t('block.shortcuts')}
      values={[true, false]}
      label={(on) => t(on ? 'block.shortcuts_on' : 'block.shortcuts_off')}
      of={store.block_shortcuts}
    />
  </div>
);

/**
 * The network's share of a block's parameters, for GPT-2 and for the block shown below: the answer
 * to a question of step `cost`.
 */
function Share() {
  const share = <Value of={gpt2_cost.value.answer} path="share_of_block" style="percent" />;
  const own = <Value of={shown.value.answer} path="cost.share_of_block" style="percent" />;
  return <Paragraph id="block.share_text" values={{ share, own }} />;
}

/** With a single token attention has nothing to mix. */
const OneToken = () =>
  shown.value.answer?.value.tokens === 1 ? <MoreTokens>{t('block.one_token')}</MoreTokens> : null;

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
  const path =
    token === undefined ? (`boxes.${box}.all` as const) : (`boxes.${box}.tokens.${token}` as const);
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
        <button
          type="button"
          class="block_row_button"
          aria-pressed={box === selected}
          tabIndex={box === selected ? 0 : -1}
        >
          <span class={`block_row_name block_row_name_${box}`}>{box_label(box)}</span>{' '}
          {name !== box_label(box) && <TensorPath name={name} />}
        </button>
      </th>
      {tokens > 1 && <Cells box={box} />}
      <Cells box={box} token={token} />
    </tr>
  );
}

function BlockTable() {
  const { answer, boxes, tokens, token } = shown.value;
  const index = token_name(token, answer?.value.shape ?? [], '\u00a0');
  const groups =
    tokens > 1
      ? [t('block.all_tokens', { tokens }), t('block.one', { token: index })]
      : [t('block.the_token')];
  return (
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
  );
}

function Figure() {
  const { ref, width } = use_width<HTMLDivElement>(min_horizontal_width);
  const { answer, boxes } = shown.value;
  const deviation = (box: BlockBox) => (
    <Value of={answer} path={`boxes.${box}.all.standard_deviation`} style="cell" />
  );
  const layout =
    width >= min_horizontal_width ? 'block_layout_wide' : width >= 600 ? 'block_layout_middle' : '';
  return (
    <div ref={ref} class={`block_layout ${layout}`}>
      <div class="block_picture">
        <Paragraph
          class="block_from_to"
          id="block.from_to"
          values={{ first: deviation('x'), last: deviation(boxes.at(-1) ?? 'x') }}
        />
        <BlockDiagram available={width} />
        <p class="hint">{t('block.legend')}</p>
      </div>
      <BlockDetail />
      <div class="block_numbers">
        <Folded {...folded_part('block.numbers')}>
          <BlockTable />
        </Folded>
      </div>
    </div>
  );
}

export function Panel() {
  const corrections = <a href="#corrections_notes_vi">{t('corrections.title')}</a>;
  return (
    <>
      <ProseAndFigure
        wide
        figure="block_figure"
        busy={block.pending}
        prose={
          <>
            <Paragraph id="block.lead" />
            {answer_shown('share_of_block') && <Share />}
            <Paragraph class="try" id="block.try" />
          </>
        }
      >
        <Controls />
        <OneToken />
        <CallErrorNotice error={block.value.error} />
        <Figure />
        <figcaption class="hint">
          <Message id="block.random" />
        </figcaption>
      </ProseAndFigure>
      <Folded {...folded_part('block.norms')}>
        <Paragraph class="prose" id="block.norm_text" values={{ corrections }} />
      </Folded>
    </>
  );
}
