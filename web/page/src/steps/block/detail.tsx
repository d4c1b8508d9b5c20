/**
 * The selected box: its formula, links to the panels that explain it, and its output as a heat map.
 */
import { Waiting } from '../../controls/waiting.tsx';
import { HeatMap } from '../../charts/heat_map.tsx';
import { Paragraph } from '../../controls/message.tsx';
import { token_name, TokenSteps } from '../../numbers/token_choice.tsx';
import { Value } from '../../numbers/value.tsx';
import { box_formula, tensor_name, type BlockBox } from './boxes.ts';
import { format_number, t, type MessageKey } from '../../words/i18n.ts';
import { store } from '../../state/store.ts';
import { box_label, shown, type BlockAnswer } from './selection.ts';
import { ScaleLegend, shape_text } from '../../numbers/tensor_window.tsx';
import { leading_index } from '../../state/tensor_names.ts';

interface Detail {
  /** Default: the label in the diagram. */
  readonly title?: MessageKey;
  readonly about: MessageKey;
  /** Steps that explain the box in more detail. */
  readonly steps?: readonly ('activation' | 'feed_forward' | 'hidden' | 'independence' | 'cost')[];
}

const details: Record<BlockBox, Detail> = {
  x: { title: 'block.title_x', about: 'block.about_x', steps: ['feed_forward'] },
  norm1: { about: 'block.about_norm' },
  attention: { about: 'block.about_attention', steps: ['independence'] },
  sum1: { title: 'block.title_sum', about: 'block.about_sum' },
  norm2: { about: 'block.about_norm' },
  w1: { about: 'block.about_w1', steps: ['feed_forward', 'cost'] },
  activation: { about: 'block.about_activation', steps: ['activation', 'hidden'] },
  feed_forward: {
    title: 'block.title_feed_forward',
    about: 'block.about_feed_forward',
    steps: ['feed_forward', 'independence', 'cost'],
  },
  sum2: { title: 'block.title_sum', about: 'block.about_sum' },
};

type AnswerProps = Readonly<{ answer: BlockAnswer; token: number }>;

/** The attention weight of a token on itself; the rest goes to the tokens before it, if any. */
function OwnWeight({ answer, token }: AnswerProps) {
  const own = <Value of={answer} path={`self_attention.${token}`} style="percent" />;
  const index = leading_index(token, answer.value.shape);
  const values = {
    own,
    heads: format_number(answer.value.n_heads, 'count'),
    token: `[${index.join(', ')}]`,
  };
  return (
    <Paragraph
      class="block_own"
      id={index.at(-1) === 0 ? 'block.own_first' : 'block.own'}
      values={values}
    />
  );
}

function Output({ answer, token, box }: AnswerProps & { readonly box: BlockBox }) {
  const output = answer.value.boxes[box];
  if (output === undefined) return null;
  const { data, shape } = output.tensor;
  const features = shape.at(-1) ?? 1;
  const limit = output.all.largest_finite_magnitude;
  const name = tensor_name(box, shown.value.shape);
  const values = { name, shape: shape_text(shape), limit: format_number(limit, 'cell') };
  return (
    <div class="block_output">
      {answer.value.tokens > 1 && (
        <TokenSteps
          class="block_token"
          label={t('token.choose')}
          tokens={answer.value.tokens}
          token={token}
        >
          {token_name(token, answer.value.shape, '\u00a0')}
        </TokenSteps>
      )}
      <h4 class="tensor_title">
        <code>{name}</code> <span class="tensor_shape">{values.shape}</span>
      </h4>
      <HeatMap
        data={data}
        features={features}
        limit={limit}
        token={token}
        tokens={answer.value.tokens}
        window={[0, features]}
        label={t('block.heat_map', values)}
        on_pick={(picked) => (store.token.value = picked)}
      />
      <ScaleLegend of={answer} path={`boxes.${box}.scale`} style="cell" />
    </div>
  );
}

export function BlockDetail() {
  const { answer, shape, selected: box, tokens, token } = shown.value;
  const { title, about, steps = [] } = details[box];
  const label =
    box === 'activation'
      ? t(`activation.name_${answer?.state.gelu ?? store.gelu.value}`)
      : box_label(box);
  const width = (field: 'd_model' | 'd_ff') => <Value of={answer} path={field} style="count" />;
  return (
    <div class="block_detail" role="group" aria-label={t('block.chosen')}>
      <div class="block_text">
        <h3>{title ? t(title) : label}</h3>
        {box !== 'x' && (
          <p class="block_formula">
            <code>{box_formula(box, shape)}</code>
          </p>
        )}
        <Paragraph
          class="block_about"
          id={about}
          values={{ d_model: width('d_model'), d_ff: width('d_ff') }}
        />
        {box === 'attention' && answer && tokens > 1 && <OwnWeight answer={answer} token={token} />}
        {steps.length > 0 && (
          <ul class="block_jumps">
            {steps.map((id) => (
              <li key={id}>
                <a href={`#${id}`}>{t(`${id}.title`)}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {answer ? <Output answer={answer} token={token} box={box} /> : <Waiting />}
    </div>
  );
}
