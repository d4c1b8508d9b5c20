/** The formula of a layer's network with its tensors, and the three steps of a gated one. */
import type { ComponentChildren } from 'preact';
import { HeatMap } from '../../charts/heat_map.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { Untrusted } from '../../words/untrusted.tsx';
import { longest_name } from '../../words/untrusted_text.ts';
import { activation_name } from './activations.ts';
import { network, neuron, neuron_answer } from './answers.ts';
import { activation, layer, model, token } from './state.ts';

const plus = (bias: string | undefined, name: string) => (bias === undefined ? '' : ` + ${name}`);

/** Names of the chosen layer's tensors in the file. */
const names_of_layer = () => model.value?.layers[layer.value];

/** Formulas with the biases that the layer has. */
function formulas() {
  const { b1, b_gate, b2 } = names_of_layer() ?? {};
  const z = `W1·x${plus(b1, 'b1')}`;
  const gate = `W_gate·x${plus(b_gate, 'b_gate')}`;
  const hidden = model.value?.gated ? `φ(${z}) ⊙ (${gate})` : `φ(${z})`;
  return { pre_activation: z, gate, hidden, output: `W2·a${plus(b2, 'b2')}` };
}

const tensors = ['w1', 'b1', 'w_gate', 'b_gate', 'w2', 'b2'] as const;
const symbols = { w1: 'W1', b1: 'b1', w_gate: 'W_gate', b_gate: 'b_gate', w2: 'W2', b2: 'b2' };

/** The half of a fused matrix that a tensor is. */
function half_of(tensor: (typeof tensors)[number]): ComponentChildren {
  const { fused } = model.value ?? {};
  if (fused === undefined || tensor === 'w2' || tensor === 'b2') return null;
  const is_first = tensor.endsWith('gate') === (fused === 'activation_last');
  return <> ({t(is_first ? 'checkpoint.first_half' : 'checkpoint.second_half')})</>;
}

/** Shows what the network computes, and where each of its tensors is in the file. */
export function Formula() {
  const names = names_of_layer();
  if (names === undefined || activation.value === undefined) return null;
  const { hidden, output } = formulas();
  const shown = tensors.filter((tensor) => names[tensor] !== undefined);
  return (
    <div class="checkpoint_formula">
      <p>
        <code>a = {hidden}</code>, <code>y = {output}</code>
      </p>
      <Paragraph
        class="hint"
        id={model.value?.gated ? 'checkpoint.formula_gated' : 'checkpoint.formula'}
        values={{ activation: activation_name(activation.value) }}
      />
      <dl>
        {shown.map((tensor) => (
          <div key={tensor}>
            <dt>
              <code>{symbols[tensor]}</code>
            </dt>
            <dd>
              <code>
                <Untrusted text={names[tensor] ?? ''} longest={longest_name} />
              </code>
              {half_of(tensor)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const steps = ['pre_activation', 'gate', 'hidden'] as const;

function Step({ name }: { readonly name: (typeof steps)[number] }) {
  const answer = network.shown.value;
  const tensor = answer?.value[name];
  if (answer === undefined || tensor === undefined) return null;
  const { tokens, d_ff, scales } = answer.value;
  const place = neuron.value ?? 0;
  const symbol = { pre_activation: 'z', gate: 'g', hidden: 'a' }[name];
  const counts = { tokens, neurons: format_count(d_ff) };
  const pick = (row: number, column: number) => {
    store.token.value = row;
    store.model_neuron.value = column;
  };
  return (
    <>
      <p class="plot_title">
        <code>
          {symbol} = {name === 'hidden' ? 'φ(z) ⊙ g' : formulas()[name]}
        </code>{' '}
        {t(`checkpoint.step_${name}`)}
      </p>
      <HeatMap
        data={tensor.data}
        tokens={tokens}
        features={d_ff}
        limit={scales[name]?.high ?? 0}
        token={token.value}
        window={[place, place + 1]}
        label={t('checkpoint.step_alt', { ...counts, symbol })}
        on_pick={pick}
      />
      <p class="hint checkpoint_scale">
        <span class="checkpoint_ramp" aria-hidden="true" />
        <Value of={answer} path={`scales.${name}.low` as never} style="limit" /> … 0 …{' '}
        <Value of={answer} path={`scales.${name}.high` as never} style="limit" />
      </p>
    </>
  );
}

/** The three numbers of the chosen hidden unit for the chosen token. */
function OneUnit() {
  const answer = neuron_answer.shown.value;
  if (answer?.value.activated === undefined || activation.value === undefined) return null;
  const value = (path: 'score' | 'activated' | 'gate' | 'coefficient') => (
    <Value of={answer} path={path} style="cell" />
  );
  const values = {
    neuron: format_count(answer.state.neuron),
    token: format_count(answer.state.token),
    z: value('score'),
    activated: value('activated'),
    g: value('gate'),
    a: value('coefficient'),
  };
  return (
    <p class="checkpoint_step">
      <Message id="checkpoint.gate_unit" values={values} />
    </p>
  );
}

export function GateFigure() {
  const answer = network.shown.value;
  if (answer?.value.gate === undefined) return null;
  return (
    <FigureFrame
      name="checkpoint_gate"
      title={t('checkpoint.gate_figure')}
      drawing
      data={() => figure_of(answer, { parts: steps })}
    >
      <Paragraph id="checkpoint.gate_text" />
      {steps.map((name) => (
        <Step key={name} name={name} />
      ))}
      <OneUnit />
    </FigureFrame>
  );
}
