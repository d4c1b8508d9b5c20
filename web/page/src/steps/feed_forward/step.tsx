/** All tensors of one forward pass, with GELU and with ReLU side by side on the same weights. */
import { Choice } from '../../controls/choice.tsx';
import { Folded, FoldedOnPhone } from '../../controls/folded.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { NetworkChain } from './network_chain.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { core_state } from '../../compute/connection.ts';
import { forward_pass, shown_pass, token_of, type Pass } from '../../numbers/forward_pass.ts';
import { PastedInput } from '../../numbers/matrix_field.tsx';
import { EditNotice } from '../../numbers/number_editor.tsx';
import { attended, choose_example, store } from '../../state/store.ts';
import { tensor_key, window_at, type TensorName } from '../../state/tensor_names.ts';
import { shape_text } from '../../numbers/tensor_window.tsx';
import { TokenChoice } from '../../numbers/token_choice.tsx';
import { emphases, example_names, gelu_kinds, type Stage } from '../../state/url_state.ts';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { t } from '../../words/i18n.ts';
import { memo } from '../../controls/memo.ts';
import { Paragraph } from '../../controls/message.tsx';
import { folded_part, part_anchor } from '../../words/parts.ts';
import { CellTrace, Equation } from './cell_trace.tsx';
import { Dimensions } from './exercises.tsx';
import { stage_class, StageBlock, Stepper } from './stepper.tsx';
import { ForwardFacts, Inspector, StatisticsTable } from './summary.tsx';
import { TensorView } from './tensor_view.tsx';
import './trace.css';

export { legend } from './stepper.tsx';

interface PassProps {
  readonly pass: Pass;
}

const rows = [
  { name: 'x', path: 'tensors.x' },
  { name: 'output', path: 'tensors.output_gelu' },
  { name: 'x + output', path: 'sum' },
] as const;

/** The residual connection: adds the input to the network's output. */
function ShortcutView({ pass }: PassProps) {
  const { d_model } = pass.value;
  const [from, to] = window_at(store.window_start.d_model.value, d_model);
  const features = Array.from({ length: to - from }, (_, offset) => from + offset);
  return (
    <NumberTable
      class="shortcut_table"
      caption={t('stage.shortcut_table')}
      heads={[undefined, ...features]}
      rows={rows.map(({ name, path }) => ({
        class: path === 'sum' ? 'row_of_sums' : undefined,
        head: <code>{name}</code>,
        cells: features.map((feature) => (
          <Value of={pass} path={`${path}.${token_of(pass) * d_model + feature}`} style="cell" />
        )),
      }))}
    />
  );
}

/**
 * The tensor of a stage, up to the last feature that slow motion has reached, below its formula.
 */
function StageTensor({
  pass,
  stage,
  name,
  formula,
}: PassProps & { stage: Stage; name: TensorName; formula?: string }) {
  return (
    <StageBlock stage={stage}>
      {formula !== undefined && (
        <p class="step">
          <span class="step_arrow" aria-hidden="true" />
          <code>{formula}</code>
        </p>
      )}
      <TensorView
        name={name}
        shape={shape_text(pass.value.tensors[tensor_key(name)].shape)}
        last={store.stage.value === stage ? store.stage_feature.value : undefined}
      />
    </StageBlock>
  );
}

function Branch({ pass, activation }: PassProps & { readonly activation: 'gelu' | 'relu' }) {
  const formula = `hidden = ${activation_names[activation]}(pre_activation)`;
  return (
    <div class={`branch branch_${activation}`}>
      <h3 class="branch_title">
        {t(`activation.name_${activation === 'gelu' ? pass.state.gelu : activation}`)}
      </h3>
      <div class="branches">
        <StageTensor
          pass={pass}
          stage="activation"
          name={`hidden.${activation}`}
          formula={formula}
        />
        <StageTensor
          pass={pass}
          stage="linear2"
          name={`output.${activation}`}
          formula="output = W2 · hidden + b2"
        />
      </div>
    </div>
  );
}

/** The other activation on the same pre-activations; keys emphasize one of the two in any step. */
const WithReLU = ({ pass }: PassProps) => (
  <Folded {...folded_part('feed_forward.relu')} wanted={store.emphasis.value === 'relu'}>
    <div class="controls">
      <Choice
        legend={t('feed_forward.emphasis')}
        values={emphases}
        label={(name) => t(`feed_forward.emphasis_${name}`)}
        of={store.emphasis}
      />
    </div>
    <Branch pass={pass} activation="relu" />
  </Folded>
);

function Result({ pass }: PassProps) {
  return (
    <div class="forward">
      <ForwardFacts pass={pass} />
      <FoldedOnPhone {...folded_part('feed_forward.tensors')}>
        <div class="branches">
          <StageTensor pass={pass} stage="input" name="x" />
          <StageTensor
            pass={pass}
            stage="linear1"
            name="pre_activation"
            formula="pre_activation = W1 · x + b1"
          />
        </div>
        <Branch pass={pass} activation="gelu" />
      </FoldedOnPhone>
      <WithReLU pass={pass} />
      <Folded
        {...folded_part('feed_forward.shortcut')}
        anchors={[part_anchor('feed_forward.widths')]}
        wanted={store.stage.value === 'shortcut'}
      >
        <StageBlock stage="shortcut">
          <ShortcutView pass={pass} />
        </StageBlock>
        <Dimensions />
      </Folded>
      <CellTrace pass={pass} />
      <StatisticsTable pass={pass} />
      <Inspector pass={pass} />
    </div>
  );
}

/** Placeholder until the first result: a message, and a skeleton unless the core failed to load. */
function FirstResult() {
  const failed = core_state.value.phase === 'failed';
  return (
    <div class="waiting" role="status">
      <p class="hint">{failed ? t('core.no_numbers') : t('core.waiting')}</p>
      {!failed && <Waiting />}
    </div>
  );
}

interface ControlsProps {
  /** The shape of x; undefined before the first result. */
  readonly shape: readonly number[] | undefined;
  readonly token: number;
}

/** Memoized: a move of the slider leaves it as it is. */
const Controls = memo(function Controls({ shape, token }: ControlsProps) {
  return (
    <div class="controls">
      <Choice
        legend={t('feed_forward.example')}
        values={example_names}
        label={(name) => t(`example.${name}`)}
        value={store.example.value}
        on_choose={choose_example}
      />
      <Choice
        legend={t('feed_forward.gelu')}
        values={gelu_kinds}
        label={(name) => t(`feed_forward.gelu_${name}`)}
        of={store.gelu}
      />
      {shape && <TokenChoice shape={shape} token={token} />}
    </div>
  );
});

/** The example, its choice, and all tensors of its pass. */
function Example() {
  const example = store.example.value;
  const pass = shown_pass();
  const corrections = <a href="#corrections">{t('corrections.title')}</a>;
  return (
    <>
      <Controls shape={pass?.value.tensors.x.shape} token={pass ? token_of(pass) : 0} />
      <Paragraph class="note" id={`example.${example}_note`} values={{ corrections }} />
      {example === 'pasted' && <PastedInput />}
      <EditNotice />
      <CallErrorNotice error={forward_pass.value.error} />
      <div aria-busy={forward_pass.pending}>{pass ? <Result pass={pass} /> : <FirstResult />}</div>
    </>
  );
}

/** How the chosen number is computed, below the figure in which it is chosen. */
function ChosenNumber({ pass }: PassProps) {
  const at = attended.value;
  return (
    <div class="chain_number_chosen">
      {at ? <Equation pass={pass} at={at} /> : <p class="hint">{t('chain.choose')}</p>}
    </div>
  );
}

/** The network with its player, which stands above what it moves. */
function PlayedChain() {
  const pass = shown_pass();
  const parts = {
    x: stage_class('input'),
    pre_activation: stage_class('linear1'),
    hidden: stage_class('activation'),
    output: stage_class('linear2'),
  };
  return (
    <>
      {pass ? <Stepper pass={pass} /> : <div class="stepper stepper_waiting" />}
      <NetworkChain parts={parts} />
      {pass && <ChosenNumber pass={pass} />}
    </>
  );
}

export function Panel() {
  const prose = (
    <>
      <Paragraph id="feed_forward.lead" />
      <Paragraph class="try" id="feed_forward.try" />
      <p class="formula">
        W<sub>2</sub> ·{' '}
        <span class="word" data-kind="gelu">
          GELU
        </span>
        (W<sub>1</sub> · x + b<sub>1</sub>) + b<sub>2</sub>
      </p>
      <p class="hint">{t('feed_forward.chain')}</p>
    </>
  );
  return (
    <>
      <ProseAndFigure figure="chain_figure" prose={prose}>
        <PlayedChain />
      </ProseAndFigure>
      <Example />
    </>
  );
}
