/** The selected box: its formula, links to the panels that explain it, and its output as a heat map. */
import { HeatMap } from '../../charts/heat_map.tsx';
import { Paragraph } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { box_formula, tensor_name, type BlockBox, type BlockShape } from '../../numbers/block_boxes.ts';
import { format_number, t, type MessageKey } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { box_label, type BlockAnswer } from './selection.ts';
import { ScaleLegend, shape_text } from '../../numbers/tensor_window.tsx';
import { leading_index } from '../../numbers/token_choice.tsx';

interface BlockDetailProps {
  readonly answer: BlockAnswer | undefined;
  readonly shape: BlockShape;
  readonly box: BlockBox;
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
function OwnWeight({ answer, token }: { readonly answer: BlockAnswer; readonly token: number }) {
  const own = <Value of={answer} path={`self_attention.${token}`} style="percent" />;
  const index = leading_index(token, answer.value.shape);
  const heads = format_number(answer.value.n_heads, 'count');
  return (
    <Paragraph
      class="block_own"
      id={index.at(-1) === 0 ? 'block.own_first' : 'block.own'}
      values={{ own, heads, token: `[${index.join(', ')}]` }}
    />
  );
}

interface MapProps {
  readonly answer: BlockAnswer;
  readonly box: BlockBox;
  readonly name: string;
  readonly token: number;
}

function Map({ answer, box, name, token }: MapProps) {
  const output = answer.value.boxes[box];
  if (output === undefined) return null;
  const { data, shape } = output.tensor;
  const features = shape.at(-1) ?? 1;
  const limit = output.all.largest_finite_magnitude;
  const values = { name, shape: shape_text(shape), limit: format_number(limit, 'cell') };
  return (
    <>
      <h4 class="tensor_title">
        <code>{name}</code> <span class="tensor_shape">{shape_text(shape)}</span>
      </h4>
      <HeatMap
        {...{ data, features, limit, token }}
        tokens={answer.value.tokens}
        window={[0, features]}
        label={t('block.heat_map', values)}
        on_pick={(picked) => (store.token.value = picked)}
      />
      <ScaleLegend of={answer} path={`boxes.${box}.scale`} style="cell" />
    </>
  );
}

export function BlockDetail({ answer, shape, box, token }: BlockDetailProps) {
  const title = titles[box];
  const width = (field: 'd_model' | 'd_ff') => <Value of={answer} path={field} style="count" />;
  const values = { d_model: width('d_model'), d_ff: width('d_ff') };
  return (
    <div class="block_detail" role="group" aria-label={t('block.chosen')}>
      <h3>{title ? t(title) : box === 'activation' ? t(`activation.name_${answer?.state.gelu ?? store.gelu.value}`) : box_label(box)}</h3>
      {box !== 'x' && (
        <p class="block_formula">
          <code>{box_formula(box, shape)}</code>
        </p>
      )}
      <Paragraph class="block_about" id={about[box]} values={values} />
      {box === 'attention' && answer && answer.value.tokens > 1 && <OwnWeight answer={answer} token={token} />}
      <Jumps box={box} />
      {answer ? (
        <Map answer={answer} box={box} name={tensor_name(box, shape)} token={token} />
      ) : (
        <div class="waiting_cells" aria-hidden="true" />
      )}
    </div>
  );
}
