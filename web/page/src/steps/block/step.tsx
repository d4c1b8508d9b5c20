/** The Transformer block that contains the network: a diagram of its boxes, and the effect of each on the residual stream. */
import { min_horizontal_width } from './layout.ts';
import { use_width } from '../../charts/use_width.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { block_norms, boxes_of, tensor_name } from '../../numbers/block_boxes.ts';
import type { BlockBox } from '../../numbers/block_boxes.ts';
import { core_resource } from '../../numbers/resource.ts';
import type { BlockReply } from '../../numbers/protocol.ts';
import { t } from '../../words/i18n.ts';
import { choose_example, store } from '../../numbers/store.ts';
import { BlockDetail } from './detail.tsx';
import { BlockDiagram, shown_box } from './diagram.tsx';
import { BlockTable } from './table.tsx';
import { forward_request } from '../../numbers/forward_request.ts';
import './block.css';
import './diagram.css';

const block = core_resource('block', () => {
  const request = forward_request();
  return request && { ...request, norm: store.block_norm.value, shortcuts: store.block_shortcuts.value };
});

const gpt2_cost = core_resource('reference_costs', () => ({ networks: [{ d_model: 768, d_ff: 3072 }], models: [] }));

function Controls() {
  return (
    <div class="controls">
      <Choice
        legend="LayerNorm"
        options={block_norms.map((name) => ({ name, label: t(`block.norm_${name}`) }))}
        value={store.block_norm.value}
        on_choose={(name) => (store.block_norm.value = name)}
      />
      <Choice
        legend={t('block.shortcuts')}
        options={(['on', 'off'] as const).map((name) => ({ name, label: t(`block.shortcuts_${name}`) }))}
        value={store.block_shortcuts.value ? 'on' : 'off'}
        on_choose={(name) => (store.block_shortcuts.value = name === 'on')}
      />
    </div>
  );
}

/** The network's share of a block's parameters: for GPT-2 and for the block shown below. */
function Share({ reply }: { readonly reply: BlockReply | undefined }) {
  const gpt2 = gpt2_cost.value.current?.reply.networks[0];
  const share = (value: number | undefined, d_model = 0, d_ff = 0) => (
    <Value value={value} style="percent" call="feed_forward_cost" tensor={`${d_model} → ${d_ff} → ${d_model}`} index="share_of_block" />
  );
  return (
    <p>
      <Message
        id="block.share_text"
        values={{ share: share(gpt2?.share_of_block, 768, 3072), own: share(reply?.cost.share_of_block, reply?.d_model, reply?.d_ff) }}
      />
    </p>
  );
}

/** Standard deviations of the block's input and output in one line. */
function FromTo({ reply }: { readonly reply: BlockReply | undefined }) {
  const taps = reply && [reply.taps[0], reply.taps[reply.taps.length - 1]];
  const [first, last] = [0, 1].map((end) => {
    const tap = taps?.[end];
    return (
      <Value value={tap?.all.standard_deviation} style="cell" call="summarize" tensor={`block.${tap?.name}`} index="standard_deviation" />
    );
  });
  return (
    <p class="block_from_to">
      <Message id="block.from_to" values={{ first: first ?? '', last: last ?? '' }} />
    </p>
  );
}

/** Names the example; for a single token, where attention has nothing to mix, offers an example with several. */
function Input({ alone }: { readonly alone: boolean }) {
  return (
    <p class="hint block_input">
      {t('block.input', { example: t(`example.${store.example.value}`) })}{' '}
      {alone && (
        <>
          {t('block.one_token')}{' '}
          <button type="button" class="button button_small" onClick={() => choose_example('notebook_batch')}>
            {t('example.notebook_batch')}
          </button>
        </>
      )}
    </p>
  );
}

function Figure({ reply }: { readonly reply: BlockReply | undefined }) {
  const { ref, width } = use_width<HTMLDivElement>(min_horizontal_width);
  const shape = reply ?? { norm: store.block_norm.value, shortcuts: store.block_shortcuts.value };
  const selected = shown_box(store.block_box.value, shape);
  const tap_of = (box: BlockBox) => reply?.taps.find((tap) => tap.box === box);
  const tokens = reply?.own.length ?? 1;
  const token = Math.min(store.token.value, tokens - 1);
  const rows = boxes_of(shape).map((box) => ({ box, name: tensor_name(box, shape), tap: tap_of(box) }));
  return (
    <div
      ref={ref}
      class={`block_layout ${width >= min_horizontal_width ? 'block_layout_wide' : width >= 600 ? 'block_layout_middle' : ''}`}
    >
      <div class="block_picture">
        <BlockDiagram shape={shape} width={width} selected={selected} deviation={(box) => tap_of(box)?.all.standard_deviation} />
        <FromTo reply={reply} />
        <p class="hint">{t('block.legend')}</p>
      </div>
      <BlockDetail reply={reply} shape={shape} box={selected} tap={tap_of(selected)} tokens={tokens} token={token} />
      <BlockTable rows={rows} selected={selected} shape={reply?.shape} tokens={tokens} token={token} />
    </div>
  );
}

export function Panel() {
  const { current, error } = block.value;
  const shown = current?.reply.example === store.example.value ? current.reply : undefined;
  return (
    <>
      <div class="block_prose">
        <div class="prose">
          <p>
            <Message id="block.lead" />
          </p>
          <Share reply={shown} />
        </div>
        <div class="prose">
          <p>
            <Message id="block.norm_text" />
          </p>
          <p class="try">
            <Message id="block.try" />
          </p>
        </div>
      </div>
      <Controls />
      <Input alone={shown?.own.length === 1} />
      <CallErrorNotice error={error} />
      <figure class="block_figure" aria-busy={block.pending}>
        <Figure reply={shown} />
        <figcaption class="hint">
          <Message id="block.random" />
        </figcaption>
      </figure>
    </>
  );
}
