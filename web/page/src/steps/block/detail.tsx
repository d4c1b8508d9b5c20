/** The selected box: its formula, links to the panels that explain it, and its output as a heat map. */
import { HeatMap } from '../../charts/heat_map.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { box_formula } from '../../numbers/block_boxes.ts';
import type { BlockBox, BlockShape } from '../../numbers/block_boxes.ts';
import type { BlockReply, BlockTap } from '../../numbers/protocol.ts';
import { format_number, t } from '../../words/i18n.ts';
import type { MessageKey } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { box_label } from './selection.ts';
import { shape_text } from '../../numbers/tensor_window.tsx';
import { leading_index } from '../../numbers/token_choice.tsx';

interface BlockDetailProps {
  readonly reply: BlockReply | undefined;
  readonly shape: BlockShape;
  readonly box: BlockBox;
  readonly tap: BlockTap | undefined;
  readonly tokens: number;
  readonly token: number;
}

/** Panels that explain a box in more detail. */
const explained_in: Partial<Record<BlockBox, readonly ('activation' | 'feed_forward' | 'hidden' | 'independence' | 'cost')[]>> = {
  x: ['feed_forward'],
  attention: ['independence'],
  w1: ['feed_forward', 'cost'],
  activation: ['activation', 'hidden'],
  feed_forward: ['feed_forward', 'independence', 'cost'],
};

const about: Record<BlockBox, MessageKey> = {
  x: 'block.about_x',
  norm1: 'block.about_norm',
  attention: 'block.about_attention',
  sum1: 'block.about_sum',
  norm2: 'block.about_norm',
  w1: 'block.about_w1',
  activation: 'block.about_activation',
  feed_forward: 'block.about_feed_forward',
  sum2: 'block.about_sum',
};

const titles: Partial<Record<BlockBox, MessageKey>> = {
  x: 'block.title_x',
  sum1: 'block.title_sum',
  sum2: 'block.title_sum',
  feed_forward: 'block.title_feed_forward',
};

function Jumps({ box }: { readonly box: BlockBox }) {
  const panels = explained_in[box] ?? [];
  if (panels.length === 0) return null;
  return (
    <ul class="block_jumps">
      {panels.map((id) => (
        <li key={id}>
          <a href={`#${id}`}>{t(`${id}.title`)}</a>
        </li>
      ))}
    </ul>
  );
}

/** The attention weight of a token on itself; the rest goes to the tokens before it, if any. */
function OwnWeight({ reply, token }: { readonly reply: BlockReply; readonly token: number }) {
  const own = (
    <Value value={reply.own[token]} style="percent" call="attention" tensor={`block.attention.weights, token ${token}`} index="own" />
  );
  const first = leading_index(token, reply.shape).at(-1) === 0;
  const heads = format_number(reply.n_heads, 'count');
  return (
    <p class="block_own">
      <Message
        id={first ? 'block.own_first' : 'block.own'}
        values={{ own, heads, token: `[${leading_index(token, reply.shape).join(', ')}]` }}
      />
    </p>
  );
}

function Map({ tap, tokens, token }: { readonly tap: BlockTap; readonly tokens: number; readonly token: number }) {
  const { data, shape } = tap.tensor;
  const features = shape[shape.length - 1] ?? 1;
  const limit = tap.all.largest_finite_magnitude;
  const values = { name: tap.name, shape: shape_text(shape), limit: format_number(limit, 'cell') };
  const end = (value: number) => (
    <Value
      value={value}
      style="cell"
      call="summarize"
      tensor={`block.${tap.name}`}
      index={`${value < 0 ? '-' : ''}largest_finite_magnitude`}
    />
  );
  return (
    <>
      <h4 class="tensor_title">
        <code>{tap.name}</code> <span class="tensor_shape">{shape_text(shape)}</span>
      </h4>
      <HeatMap
        {...{ data, tokens, features, limit, token }}
        window={[0, features]}
        label={t('block.heat_map', values)}
        on_pick={(picked) => (store.token.value = picked)}
      />
      <p class="scale_legend" aria-hidden="true">
        {end(-limit)}
        <span class="scale_bar" />
        {end(limit)}
      </p>
    </>
  );
}

export function BlockDetail({ reply, shape, box, tap, tokens, token }: BlockDetailProps) {
  const title = titles[box];
  const width = (field: 'd_model' | 'd_ff') => (
    <Value value={reply?.[field]} style="count" call="feed_forward" tensor="ffn" index={field} />
  );
  const values = { d_model: width('d_model'), d_ff: width('d_ff') };
  return (
    <div class="block_detail" role="group" aria-label={t('block.chosen')}>
      <h3>{title ? t(title) : box === 'activation' ? t(`activation.name_${reply?.gelu ?? store.gelu.value}`) : box_label(box)}</h3>
      {box !== 'x' && (
        <p class="block_formula">
          <code>{box_formula(box, shape)}</code>
        </p>
      )}
      <p class="block_about">
        <Message id={about[box]} values={values} />
      </p>
      {box === 'attention' && reply && tokens > 1 && <OwnWeight reply={reply} token={token} />}
      <Jumps box={box} />
      {tap ? <Map tap={tap} tokens={tokens} token={token} /> : <div class="waiting_cells" aria-hidden="true" />}
    </div>
  );
}
