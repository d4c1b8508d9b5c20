/** The Transformer block that contains the network: a diagram of its boxes, and the effect of each on the residual stream. */
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Folded } from '../../controls/folded.tsx';
import { block_norms, type BlockBox } from '../../numbers/block_boxes.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { answer_shown } from '../../numbers/revealed_answers.ts';
import { choose_example, store } from '../../numbers/store.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import { folded_part } from '../../words/parts.ts';
import { BlockDetail } from './detail.tsx';
import { BlockDiagram } from './diagram.tsx';
import { min_horizontal_width } from './layout.ts';
import { block, gpt2_cost, shown } from './selection.ts';
import { BlockTable } from './table.tsx';
import './block.css';
import './diagram.css';

export { legend } from './diagram.tsx';

function Controls() {
  return (
    <div class="controls">
      <Choice legend="LayerNorm" values={block_norms} label={(name) => t(`block.norm_${name}`)} of={store.block_norm} />
      <Choice
        legend={t('block.shortcuts')}
        values={[true, false]}
        label={(on) => t(on ? 'block.shortcuts_on' : 'block.shortcuts_off')}
        of={store.block_shortcuts}
      />
    </div>
  );
}

/** The network's share of a block's parameters, for GPT-2 and for the block shown below: the answer to a question of step `cost`. */
function Share() {
  const share = <Value of={gpt2_cost.value.answer} path="share_of_block" style="percent" />;
  const own = <Value of={shown.value.answer} path="cost.share_of_block" style="percent" />;
  return <Paragraph id="block.share_text" values={{ share, own }} />;
}

/** Standard deviations of the block's input and output in one line. */
function FromTo() {
  const { answer, boxes } = shown.value;
  const deviation = (box: BlockBox) => <Value of={answer} path={`boxes.${box}.all.standard_deviation`} style="cell" />;
  return <Paragraph class="block_from_to" id="block.from_to" values={{ first: deviation('x'), last: deviation(boxes.at(-1) ?? 'x') }} />;
}

/** Names the example; for a single token, where attention has nothing to mix, offers an example with several. */
function Input() {
  return (
    <p class="hint block_input">
      {t('block.input', { example: t(`example.${store.example.value}`) })}{' '}
      {shown.value.answer?.value.tokens === 1 && (
        <>
          {t('block.one_token')} <Button text={t('example.notebook_batch')} small on_click={() => choose_example('notebook_batch')} />
        </>
      )}
    </p>
  );
}

function Figure() {
  const { ref, width } = use_width<HTMLDivElement>(min_horizontal_width);
  const layout = width >= min_horizontal_width ? 'block_layout_wide' : width >= 600 ? 'block_layout_middle' : '';
  return (
    <div ref={ref} class={`block_layout ${layout}`}>
      <div class="block_picture">
        <BlockDiagram available={width} />
        <FromTo />
        <p class="hint">{t('block.legend')}</p>
      </div>
      <BlockDetail />
      <BlockTable />
    </div>
  );
}

export function Panel() {
  const corrections = <a href="#corrections_notes_vi">{t('corrections.title')}</a>;
  return (
    <>
      <div class="block_prose">
        <div class="prose">
          <Paragraph id="block.lead" />
          {answer_shown('share_of_block') && <Share />}
        </div>
        <div class="prose">
          <Paragraph class="try" id="block.try" />
        </div>
      </div>
      <Controls />
      <Input />
      <CallErrorNotice error={block.value.error} />
      <figure class="block_figure" aria-busy={block.pending}>
        <Figure />
        <figcaption class="hint">
          <Message id="block.random" />
        </figcaption>
      </figure>
      <Folded {...folded_part('block.norms')}>
        <Paragraph class="prose" id="block.norm_text" values={{ corrections }} />
      </Folded>
    </>
  );
}
