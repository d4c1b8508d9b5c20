/** The gradient through one hidden unit, under GELU and under ReLU: incoming gradient, slopes, and the gradients of its weights. */
import type { ComponentChildren } from 'preact';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Value } from '../../numbers/value.tsx';
import { most_edits, with_edit, without_edit } from '../../numbers/edits.ts';
import { number_column, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { leading_index } from '../../numbers/token_choice.tsx';
import { store } from '../../numbers/store.ts';
import { branches } from './calls.ts';
import type { Branch } from './calls.ts';
import { GradientCells } from './gradient_cells.tsx';
import { choose_unit } from './state.ts';
import type { BackwardAnswer } from './state.ts';

/** With this bias, the pre-activations of any unit of the examples are negative on every token. */
const blocking_bias = -2;
/** At most this many tokens are shown as cells. */
const most_tokens = 32;

interface PathProps {
  readonly answer: BackwardAnswer;
}

interface BranchProps extends PathProps {
  readonly branch: Branch;
}

/** Returns the next blocked unit in a direction, wrapping around at the end; undefined if there is no other. */
function next_blocked(dead: Int32Array, unit: number, by: 1 | -1): number | undefined {
  const others = Array.from(dead).filter((other) => other !== unit);
  const beyond = by > 0 ? others.filter((other) => other > unit) : others.filter((other) => other < unit).reverse();
  return beyond[0] ?? (by > 0 ? others[0] : others[others.length - 1]);
}

function StepButton({ answer: { reply }, by }: PathProps & { readonly by: 1 | -1 }) {
  const next = next_blocked(reply.dead.relu, reply.path.unit, by);
  return (
    <button
      type="button"
      class="button"
      aria-disabled={next === undefined}
      onClick={() => next !== undefined && choose_unit(next, reply.token)}
    >
      {t(by > 0 ? 'backward.next_blocked' : 'backward.previous_blocked')}
    </button>
  );
}

/** Buttons that block the unit by a negative bias, and restore the bias. */
function PushButtons({ answer: { reply } }: PathProps) {
  const { unit } = reply.path;
  const place = { tensor: 'b1', index: unit } as const;
  const edits = store.edits.value;
  const edited = edits.some(({ tensor, index }) => tensor === 'b1' && index === unit);
  const possible = edited || edits.length < most_edits;
  const push = () => {
    choose_unit(unit, reply.token);
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

function Controls({ answer }: PathProps) {
  const { reply } = answer;
  const { dead, d_ff, path, token } = reply;
  return (
    <>
      <p class="blocked_count">
        <Message
          id="backward.blocked"
          values={{
            relu_count: <Value value={dead.relu.length} style="count" call="dead_units" tensor="relu" index="count" />,
            gelu_count: <Value value={dead.gelu.length} style="count" call="dead_units" tensor="gelu" index="count" />,
            units: <Value value={d_ff} style="count" call="dead_units" tensor="relu" index="units" />,
          }}
        />
      </p>
      <div class="controls path_controls">
        <NumberField
          label={t('backward.unit')}
          value={path.unit}
          smallest={0}
          largest={d_ff - 1}
          whole
          on_value={(unit) => choose_unit(unit, token)}
        />
        <div class="path_buttons">
          <StepButton answer={answer} by={-1} />
          <StepButton answer={answer} by={1} />
          <PushButtons answer={answer} />
        </div>
      </div>
    </>
  );
}

/** One cell per token: the unit's pre-activation, or with `slope` the derivative of that activation. */
function TokenCells({ answer, slope }: PathProps & { readonly slope?: Branch }) {
  const { path, shape, d_ff, token } = answer.reply;
  const data = slope === undefined ? path.pre_activation : path.slope[slope];
  const entries = Array.from(data.subarray(0, most_tokens), (value, row) => ({
    value,
    index: row * d_ff + path.unit,
    place: `[${leading_index(row, shape).join(', ')}]`,
    at: { tensor: 'pre_activation', token: row, feature: path.unit } as const,
  }));
  const limit = slope === undefined ? Math.max(...entries.map(({ value }) => Math.abs(value))) : 1;
  const name = slope === undefined ? 'pre_activation' : `slope.${slope}`;
  return (
    <GradientCells
      {...{ call: 'backward', tensor: name, entries, limit, label_key: 'backward.token_cell' }}
      kind={slope === undefined ? 'activation' : 'gradient'}
      label={t(slope === undefined ? 'backward.tokens_z' : 'backward.tokens_slope', { unit: path.unit })}
      chosen={entries.length > 1 ? token : undefined}
      on_choose={(row) => (store.token.value = row)}
    />
  );
}

/** Export data: one row per token. */
function path_data({ request, reply }: PathProps['answer']): FigureData {
  const { path, shape, d_ff } = reply;
  const tensors = [
    vector('pre_activation', path.pre_activation),
    ...branches.map((branch) => vector(`slope.${branch}`, path.slope[branch])),
  ];
  const index = (row: number) => row * d_ff + path.unit;
  return {
    call: 'backward',
    arguments: request,
    tensors,
    table: {
      rows: path.pre_activation.length,
      columns: tensors.map(({ tensor, data }) => ({ ...number_column(tensor.replace('.', '_'), data), tensor, index })),
      row_name: (row) => `[${leading_index(row, shape).join(', ')}]`,
    },
  };
}

function verdict_of({ reply }: PathProps['answer'], branch: Branch): 'dead' | 'zero' | 'open' {
  const { path, dead, d_model } = reply;
  if (dead[branch].includes(path.unit)) return 'dead';
  return path.zeros[branch] === d_model ? 'zero' : 'open';
}

function Row({ answer, branch }: BranchProps) {
  const { path, features, d_model, limits } = answer.reply;
  const entries = Array.from(path.w1[branch], (value, offset) => {
    const place = features[0] + offset;
    return { value, index: path.unit * d_model + place, place };
  });
  return (
    <GradientCells
      {...{ kind: 'gradient', call: 'backward', tensor: `grad_w1.${branch}`, entries, label_key: 'backward.weight_cell' }}
      limit={limits['grad_w1'] ?? 0}
      label={t('backward.weight_row', { name: `grad_w1[${path.unit}, :]` })}
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

function Verdict({ answer, branch }: BranchProps) {
  const { path, d_model } = answer.reply;
  const [from, to] = [path.unit * d_model, (path.unit + 1) * d_model];
  const zeros = (
    <Value value={path.zeros[branch]} style="count" call="backward" tensor={`grad_w1.${branch}`} index={`zeros ${from}~${to}`} />
  );
  return (
    <p class="path_verdict" role="status">
      <Message
        id={`backward.verdict_${verdict_of(answer, branch)}`}
        values={{ zeros, count: format_number(d_model, 'count'), row: `w1[${path.unit}, :]`, bias: `b1[${path.unit}]` }}
      />
    </p>
  );
}

function Path({ answer, branch }: BranchProps) {
  const { path, tensors, token, shape, d_ff, gelu } = answer.reply;
  const index = token * d_ff + path.unit;
  const place = `[${[...leading_index(token, shape), path.unit].join(', ')}]`;
  const function_name = branch === 'gelu' ? 'GELU' : 'ReLU';
  const number = (tensor: 'grad_hidden' | `grad_pre_activation.${Branch}`) => (
    <Value value={tensors[tensor].data[index]} style="precise" call="backward" tensor={tensor} index={index} />
  );
  const flat = path.slope[branch][token] === 0;
  return (
    <div class={`branch branch_${branch}`} data-path={branch}>
      <h4 class="branch_title">{t(`activation.name_${branch === 'gelu' ? gelu : 'relu'}`)}</h4>
      <ol class="path">
        <Stop cut={false} name={`grad_hidden${place}`}>
          {number('grad_hidden')}
        </Stop>
        <Stop cut={false} name={`· ${function_name}′(pre_activation[…, ${path.unit}])`}>
          <TokenCells answer={answer} slope={branch} />
        </Stop>
        <Stop cut={flat} name={`grad_pre_activation${place}`}>
          {number(`grad_pre_activation.${branch}`)}
        </Stop>
        <Stop cut={verdict_of(answer, branch) !== 'open'} name={`grad_w1[${path.unit}, :]`}>
          <Row answer={answer} branch={branch} />
        </Stop>
        <Stop cut={path.b1[branch] === 0} name={`grad_b1[${path.unit}]`}>
          <Value value={path.b1[branch]} style="precise" call="backward" tensor={`grad_b1.${branch}`} index={path.unit} />
        </Stop>
      </ol>
      <Verdict answer={answer} branch={branch} />
    </div>
  );
}

export function UnitPathView({ answer }: PathProps) {
  const { path, d_model } = answer.reply;
  const tokens = path.pre_activation.length;
  const shown = path.w1.gelu.length;
  return (
    <figure class="unit_path">
      <Controls answer={answer} />
      <FigureFrame name="unit_path" title={t('backward.path_title', { unit: path.unit })} data={() => path_data(answer)}>
        <div class="tensor">
          <h4 class="tensor_title">
            <code>{`pre_activation[…, ${path.unit}]`}</code> <span class="tensor_about">{t('backward.about_unit', { tokens })}</span>
          </h4>
          <TokenCells answer={answer} />
          {tokens > most_tokens && <p class="hint">{t('backward.first_tokens', { count: most_tokens })}</p>}
        </div>
        <div class="branches">
          {branches.map((branch) => (
            <Path key={branch} answer={answer} branch={branch} />
          ))}
        </div>
      </FigureFrame>
      {d_model > shown && (
        <p class="hint">
          <Message id="backward.row_window" values={{ count: shown, total: format_number(d_model, 'count') }} />
        </p>
      )}
    </figure>
  );
}
