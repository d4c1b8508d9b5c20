/**
 * The gradient through one hidden unit, under GELU and under ReLU: incoming gradient, slopes, and
 * the gradients of its weights.
 */
import type { VNode } from 'preact';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { Button } from '../../controls/button.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Value } from '../../numbers/value.tsx';
import { most_edits, with_edit, without_edit } from '../../state/edits.ts';
import { figure_of } from '../../export/figure_data.ts';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { store } from '../../state/store.ts';
import { GradientCells } from './gradient_cells.tsx';
import {
  Branches,
  choose_unit,
  type BlockedAnswer,
  type Branch,
  type PathAnswer,
} from './state.tsx';
import { leading_index } from '../../state/tensor_names.ts';

/** With this bias, the pre-activations of any unit of the examples are negative on every token. */
const blocking_bias = -2;
/** At most this many tokens are shown as cells. */
const most_tokens = 32;

type PathProps = { readonly answer: PathAnswer; readonly blocked: BlockedAnswer };

/**
 * Buttons to the previous and the next blocked unit, with a jump at the ends, and those that block
 * the unit by a negative bias or restore it.
 */
function PathButtons({ answer, blocked }: PathProps) {
  const { unit, token } = answer.value;
  const others = Array.from(blocked.value.relu.dead).filter((other) => other !== unit);
  const next = others.find((other) => other > unit) ?? others[0];
  const previous = others.findLast((other) => other < unit) ?? others.at(-1);
  const go_to = (other: number | undefined) =>
    other !== undefined && (() => choose_unit(other, token));
  const { value: edits } = store.edits;
  const edited = edits.some(({ tensor, index }) => tensor === 'b1' && index === unit);
  const push = () => {
    choose_unit(unit, token);
    store.edits.value = with_edit(edits, { tensor: 'b1', index: unit, value: blocking_bias });
  };
  const let_go = () => (store.edits.value = without_edit(edits, 'b1', unit));
  const place = `b1[${unit}]`;
  const button = (text: string, act: false | (() => void)) => (
    <Button text={text} disabled={!act} on_click={() => act && act()} />
  );
  return (
    <div class="path_buttons">
      {button(t('backward.previous_blocked'), go_to(previous))}
      {button(t('backward.next_blocked'), go_to(next))}
      {button(
        t('backward.push', { place, value: format_tick(blocking_bias) }),
        (edited || edits.length < most_edits) && push,
      )}
      {button(t('backward.let_go', { place }), edited && let_go)}
    </div>
  );
}

const token_text = (token: number, { shape }: PathAnswer['value'], ...unit: number[]) =>
  `[${[...leading_index(token, shape), ...unit].join(', ')}]`;

/**
 * One cell per token: the unit's pre-activation, or with `slope` the derivative of that activation.
 */
function TokenCells({ answer, slope }: Pick<PathProps, 'answer'> & { readonly slope?: Branch }) {
  const { unit, token, pre_activation } = answer.value;
  const tokens = Math.min(most_tokens, pre_activation.length);
  const largest = Math.max(...pre_activation.subarray(0, tokens).map(Math.abs));
  return (
    <GradientCells
      answer={answer}
      label_key="backward.token_cell"
      path={slope === undefined ? 'pre_activation' : `${slope}.slope`}
      window={[0, tokens]}
      place={(row) => token_text(row, answer.value)}
      at={(row) => ({ tensor: 'pre_activation', token: row, feature: unit })}
      activation={slope === undefined}
      limit={slope === undefined ? largest : 1}
      label={t(slope === undefined ? 'backward.tokens_z' : 'backward.tokens_slope', { unit })}
      chosen={tokens > 1 ? token : NaN}
      on_choose={(row) => (store.token.value = row)}
    />
  );
}

function RowCells({ answer, branch }: Pick<PathProps, 'answer'> & { readonly branch: Branch }) {
  const { unit, first_feature, limits, [branch]: found } = answer.value;
  return (
    <GradientCells
      answer={answer}
      path={`${branch}.grad_w1`}
      label_key="backward.weight_cell"
      limit={limits.high}
      window={[0, found.grad_w1.length]}
      place={(offset) => first_feature + offset}
      label={t('backward.weight_row', { name: `grad_w1[${unit}, :]` })}
    />
  );
}

function Path({ answer, blocked, branch }: PathProps & { readonly branch: Branch }) {
  const { unit, token, d_model, [branch]: found } = answer.value;
  const dead = blocked.value[branch].dead.includes(unit);
  const verdict = dead ? 'dead' : found.zeros === d_model ? 'zero' : 'open';
  const place = token_text(token, answer.value, unit);
  const [row, bias] = [`w1[${unit}, :]`, `b1[${unit}]`];
  const number = (path: 'grad_pre_activation' | 'grad_b1') => (
    <Value of={answer} path={`${branch}.${path}`} style="precise" />
  );
  const stop = (name: string, content: VNode, cut = false) => (
    <li class={cut ? 'path_stop path_cut' : 'path_stop'}>
      <p class="path_name">
        <code>{name}</code>
      </p>
      {content}
    </li>
  );
  const zeros = <Value of={answer} path={`${branch}.zeros`} style="count" />;
  return (
    <>
      <ol class="path">
        {stop(`grad_hidden${place}`, <Value of={answer} path="grad_hidden" style="precise" />)}
        {stop(
          `· ${activation_names[branch]}′(pre_activation[…, ${unit}])`,
          <TokenCells answer={answer} slope={branch} />,
        )}
        {stop(
          `grad_pre_activation${place}`,
          number('grad_pre_activation'),
          found.slope[token] === 0,
        )}
        {stop(`grad_${row}`, <RowCells answer={answer} branch={branch} />, verdict !== 'open')}
        {stop(`grad_${bias}`, number('grad_b1'), found.grad_b1 === 0)}
      </ol>
      <p class="path_verdict" role="status">
        <Message
          id={`backward.verdict_${verdict}`}
          values={{ zeros, count: format_count(d_model), row, bias }}
        />
      </p>
    </>
  );
}

function PathControls({ answer, blocked }: PathProps) {
  const { unit, token, d_ff } = answer.value;
  return (
    <div class="controls path_controls">
      <NumberField
        label={t('backward.unit')}
        value={unit}
        smallest={0}
        largest={d_ff - 1}
        whole={true}
        on_value={(to) => choose_unit(to, token)}
      />
      <PathButtons answer={answer} blocked={blocked} />
    </div>
  );
}

export function UnitPathView({ answer, blocked }: PathProps) {
  const { unit, d_model, pre_activation, gelu } = answer.value;
  const tokens = pre_activation.length;
  const shown = gelu.grad_w1.length;
  const count = (path: 'relu.count' | 'gelu.count' | 'relu.units') => (
    <Value of={blocked} path={path} style="count" />
  );
  const counts = {
    relu_count: count('relu.count'),
    gelu_count: count('gelu.count'),
    units: count('relu.units'),
  };
  return (
    <figure class="unit_path">
      <Paragraph class="blocked_count" id="backward.blocked" values={counts} />
      <PathControls answer={answer} blocked={blocked} />
      <FigureFrame
        name="unit_path"
        title={t('backward.path', { unit })}
        data={() =>
          figure_of(answer, {
            parts: ['pre_activation', 'gelu.slope', 'relu.slope'],
            row_name: (row) => token_text(row, answer.value),
          })
        }
      >
        <div class="tensor">
          <h4 class="tensor_title">
            <code>{`pre_activation[…, ${unit}]`}</code>{' '}
            <span class="tensor_about">{t('backward.about_unit', { tokens })}</span>
          </h4>
          <TokenCells answer={answer} />
          {tokens > most_tokens && (
            <p class="hint">{t('backward.first_tokens', { count: most_tokens })}</p>
          )}
        </div>
        <Branches answer={answer} heading="h4">
          {(branch) => <Path answer={answer} blocked={blocked} branch={branch} />}
        </Branches>
      </FigureFrame>
      {d_model > shown && (
        <Paragraph
          class="hint"
          id="backward.row_window"
          values={{ count: shown, total: format_count(d_model) }}
        />
      )}
    </figure>
  );
}
