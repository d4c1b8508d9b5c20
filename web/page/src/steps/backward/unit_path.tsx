/** The gradient through one hidden unit, under GELU and under ReLU: incoming gradient, slopes, and the gradients of its weights. */
import type { ComponentChildren } from 'preact';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message, Paragraph } from '../../words/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Value } from '../../numbers/value.tsx';
import { most_edits, with_edit, without_edit } from '../../numbers/edits.ts';
import { number_column, origin_of, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { leading_index } from '../../numbers/token_choice.tsx';
import { store } from '../../numbers/store.ts';
import { GradientCells } from './gradient_cells.tsx';
import { branches } from './gradients.ts';
import type { Branch } from './gradients.ts';
import { choose_unit } from './state.ts';
import type { BlockedAnswer, PathAnswer } from './state.ts';

/** With this bias, the pre-activations of any unit of the examples are negative on every token. */
const blocking_bias = -2;
/** At most this many tokens are shown as cells. */
const most_tokens = 32;

interface PathProps {
  readonly answer: PathAnswer;
}

interface BlockedProps extends PathProps {
  readonly blocked: BlockedAnswer;
}

interface BranchProps extends BlockedProps {
  readonly branch: Branch;
}

/** Returns the next blocked unit in a direction, wrapping around at the end; undefined if there is no other. */
function next_blocked(dead: Int32Array, unit: number, by: 1 | -1): number | undefined {
  const others = Array.from(dead).filter((other) => other !== unit);
  const beyond = by > 0 ? others.filter((other) => other > unit) : others.filter((other) => other < unit).reverse();
  return beyond[0] ?? (by > 0 ? others[0] : others[others.length - 1]);
}

function StepButton({ answer: { value }, blocked, by }: BlockedProps & { readonly by: 1 | -1 }) {
  const next = next_blocked(blocked.value.relu.dead, value.unit, by);
  return (
    <button
      type="button"
      class="button"
      aria-disabled={next === undefined}
      onClick={() => next !== undefined && choose_unit(next, value.token)}
    >
      {t(by > 0 ? 'backward.next_blocked' : 'backward.previous_blocked')}
    </button>
  );
}

/** Buttons that block the unit by a negative bias, and restore the bias. */
function PushButtons({ answer }: PathProps) {
  const { unit, token } = answer.value;
  const place = { tensor: 'b1', index: unit } as const;
  const edits = store.edits.value;
  const edited = edits.some(({ tensor, index }) => tensor === 'b1' && index === unit);
  const possible = edited || edits.length < most_edits;
  const push = () => {
    choose_unit(unit, token);
    store.edits.value = with_edit(edits, { ...place, value: blocking_bias });
  };
  return (
    <>
      <button type="button" class="button" aria-disabled={!possible} onClick={() => possible && push()}>
        {t('backward.push', { place: `b1[${unit}]`, value: format_number(blocking_bias, 'tick') })}
      </button>
      <button type="button" class="button" aria-disabled={!edited} onClick={() => (store.edits.value = without_edit(edits, 'b1', unit))}>
        {t('backward.let_go', { place: `b1[${unit}]` })}
      </button>
    </>
  );
}

function Controls({ answer, blocked }: BlockedProps) {
  const { d_ff, unit: shown_unit, token } = answer.value;
  return (
    <>
      <p class="blocked_count">
        <Message
          id="backward.blocked"
          values={{
            relu_count: <Value of={blocked} path="relu.count" style="count" />,
            gelu_count: <Value of={blocked} path="gelu.count" style="count" />,
            units: <Value of={blocked} path="relu.units" style="count" />,
          }}
        />
      </p>
      <div class="controls path_controls">
        <NumberField
          label={t('backward.unit')}
          value={shown_unit}
          smallest={0}
          largest={d_ff - 1}
          whole
          on_value={(unit) => choose_unit(unit, token)}
        />
        <div class="path_buttons">
          <StepButton answer={answer} blocked={blocked} by={-1} />
          <StepButton answer={answer} blocked={blocked} by={1} />
          <PushButtons answer={answer} />
        </div>
      </div>
    </>
  );
}

/** One cell per token: the unit's pre-activation, or with `slope` the derivative of that activation. */
function TokenCells({ answer, slope }: PathProps & { readonly slope?: Branch }) {
  const { unit, shape, token, pre_activation } = answer.value;
  const [data, path] = slope === undefined ? [pre_activation, 'pre_activation'] : [answer.value[slope].slope, `${slope}.slope`];
  const entries = Array.from(data.subarray(0, most_tokens), (value, row) => ({
    value,
    path: `${path}.${row}`,
    place: `[${leading_index(row, shape).join(', ')}]`,
    at: { tensor: 'pre_activation', token: row, feature: unit } as const,
  }));
  const limit = slope === undefined ? Math.max(...entries.map(({ value }) => Math.abs(value))) : 1;
  return (
    <GradientCells
      {...{ recipe: answer.recipe, entries, limit, label_key: 'backward.token_cell' }}
      kind={slope === undefined ? 'activation' : 'gradient'}
      label={t(slope === undefined ? 'backward.tokens_z' : 'backward.tokens_slope', { unit })}
      chosen={entries.length > 1 ? token : undefined}
      on_choose={(row) => (store.token.value = row)}
    />
  );
}

/** Export data: one row per token. */
function path_data(answer: PathAnswer): FigureData {
  const { pre_activation, shape } = answer.value;
  const slopes = branches.map((branch) => vector(`${branch}.slope`, answer.value[branch].slope));
  const columns = [
    number_column('pre_activation', pre_activation),
    ...branches.map((branch) => ({ ...number_column(`slope_${branch}`, answer.value[branch].slope), tensor: `${branch}.slope` })),
  ];
  const row_name = (row: number) => `[${leading_index(row, shape).join(', ')}]`;
  return {
    ...origin_of(answer),
    tensors: [vector('pre_activation', pre_activation), ...slopes],
    table: { rows: pre_activation.length, columns, row_name },
  };
}

function verdict_of({ answer, blocked, branch }: BranchProps): 'dead' | 'zero' | 'open' {
  const { unit, d_model, [branch]: found } = answer.value;
  if (blocked.value[branch].dead.includes(unit)) return 'dead';
  return found.zeros === d_model ? 'zero' : 'open';
}

function Row({ answer, branch }: Omit<BranchProps, 'blocked'>) {
  const { unit, first_feature, limits } = answer.value;
  const entries = Array.from(answer.value[branch].grad_w1, (value, offset) => {
    return { value, path: `${branch}.grad_w1.${offset}`, place: first_feature + offset };
  });
  return (
    <GradientCells
      {...{ kind: 'gradient', recipe: answer.recipe, entries, label_key: 'backward.weight_cell' }}
      limit={limits.high}
      label={t('backward.weight_row', { name: `grad_w1[${unit}, :]` })}
    />
  );
}

function Stop({ cut, name, children }: { readonly cut: boolean; readonly name: string; readonly children: ComponentChildren }) {
  return (
    <li class={cut ? 'path_stop path_cut' : 'path_stop'}>
      <p class="path_name">
        <code>{name}</code>
      </p>
      {children}
    </li>
  );
}

function Verdict(props: BranchProps) {
  const { answer, branch } = props;
  const { unit, d_model } = answer.value;
  const zeros = <Value of={answer} path={`${branch}.zeros`} style="count" />;
  return (
    <p class="path_verdict" role="status">
      <Message
        id={`backward.verdict_${verdict_of(props)}`}
        values={{ zeros, count: format_number(d_model, 'count'), row: `w1[${unit}, :]`, bias: `b1[${unit}]` }}
      />
    </p>
  );
}

function Path(props: BranchProps) {
  const { answer, branch } = props;
  const { unit, token, shape, [branch]: found } = answer.value;
  const place = `[${[...leading_index(token, shape), unit].join(', ')}]`;
  const function_name = branch === 'gelu' ? 'GELU' : 'ReLU';
  return (
    <div class={`branch branch_${branch}`} data-branch={branch}>
      <h4 class="branch_title">{t(`activation.name_${branch === 'gelu' ? answer.state.gelu : 'relu'}`)}</h4>
      <ol class="path">
        <Stop cut={false} name={`grad_hidden${place}`}>
          <Value of={answer} path="grad_hidden" style="precise" />
        </Stop>
        <Stop cut={false} name={`· ${function_name}′(pre_activation[…, ${unit}])`}>
          <TokenCells answer={answer} slope={branch} />
        </Stop>
        <Stop cut={found.slope[token] === 0} name={`grad_pre_activation${place}`}>
          <Value of={answer} path={`${branch}.grad_pre_activation`} style="precise" />
        </Stop>
        <Stop cut={verdict_of(props) !== 'open'} name={`grad_w1[${unit}, :]`}>
          <Row answer={answer} branch={branch} />
        </Stop>
        <Stop cut={found.grad_b1 === 0} name={`grad_b1[${unit}]`}>
          <Value of={answer} path={`${branch}.grad_b1`} style="precise" />
        </Stop>
      </ol>
      <Verdict {...props} />
    </div>
  );
}

export function UnitPathView({ answer, blocked }: BlockedProps) {
  const { unit, d_model, pre_activation, gelu } = answer.value;
  const tokens = pre_activation.length;
  const shown = gelu.grad_w1.length;
  return (
    <figure class="unit_path">
      <Controls answer={answer} blocked={blocked} />
      <FigureFrame name="unit_path" title={t('backward.path_title', { unit })} data={() => path_data(answer)}>
        <div class="tensor">
          <h4 class="tensor_title">
            <code>{`pre_activation[…, ${unit}]`}</code> <span class="tensor_about">{t('backward.about_unit', { tokens })}</span>
          </h4>
          <TokenCells answer={answer} />
          {tokens > most_tokens && <p class="hint">{t('backward.first_tokens', { count: most_tokens })}</p>}
        </div>
        <div class="branches">
          {branches.map((branch) => (
            <Path key={branch} answer={answer} blocked={blocked} branch={branch} />
          ))}
        </div>
      </FigureFrame>
      {d_model > shown && (
        <Paragraph class="hint" id="backward.row_window" values={{ count: shown, total: format_number(d_model, 'count') }} />
      )}
    </figure>
  );
}
