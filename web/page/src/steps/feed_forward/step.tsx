/** All tensors of one forward pass, with GELU and with ReLU side by side on the same weights. */
import { NumberTable } from '../../controls/number_table.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { TwoColumns } from '../../controls/two_columns.tsx';
import { window_length } from '../../numbers/tensor_names.ts';
import { Value } from '../../numbers/value.tsx';
import { Paragraph } from '../../words/message.tsx';
import { example_names, gelu_kinds, emphases } from '../../numbers/url_state.ts';
import { core_state } from '../../numbers/connection.ts';
import { activation_names } from '../../words/activation_names.ts';
import { t } from '../../words/i18n.ts';
import { choose_example, store } from '../../numbers/store.ts';
import { CellTrace } from './cell_trace.tsx';
import { ForwardFacts, StatisticsTable } from './statistics.tsx';
import { forward_pass, shown_pass, token_of, type Pass } from '../../numbers/forward_pass.ts';
import { use_forward_keys, last_feature, StageBlock, Stepper } from './stepper.tsx';
import { Inspector } from './inspector.tsx';
import { NetworkChain } from '../../network/network_chain.tsx';
import { EditNotice } from '../../numbers/number_editor.tsx';
import { PastedInput } from '../../numbers/matrix_field.tsx';
import { TensorView } from './tensor_view.tsx';
import { TokenChoice } from '../../numbers/token_choice.tsx';
import './trace.css';

const rows = [
  { name: 'x', path: 'tensors.x' },
  { name: 'output', path: 'tensors.output_gelu' },
  { name: 'x + output', path: 'sum' },
] as const;

/** The residual connection: adds the input to the network's output. */
function ShortcutView({ pass, token }: { readonly pass: Pass; readonly token: number }) {
  const { d_model } = pass.value;
  const start = store.window_start.d_model.value < d_model ? store.window_start.d_model.value : 0;
  const features = Array.from({ length: Math.min(window_length, d_model - start) }, (_, offset) => start + offset);
  return (
    <NumberTable
      class="shortcut_table"
      caption={t('stage.shortcut_table')}
      heads={[undefined, ...features]}
      rows={rows.map(({ name, path }) => ({
        class: path === 'sum' ? 'row_of_sums' : undefined,
        head: <code>{name}</code>,
        cells: features.map((feature) => <Value of={pass} path={`${path}.${token * d_model + feature}`} style="cell" />),
      }))}
    />
  );
}

export { legend } from './stepper.tsx';

function Formula() {
  return (
    <p class="formula">
      W<sub>2</sub> · <span class="word_gelu">GELU</span>(W<sub>1</sub> · x + b<sub>1</sub>) + b<sub>2</sub>
    </p>
  );
}

function Step({ formula }: { readonly formula: string }) {
  return (
    <p class="step">
      <span class="step_arrow" aria-hidden="true" />
      <code>{formula}</code>
    </p>
  );
}

function Branch({ pass, token, activation }: { readonly pass: Pass; readonly token: number; readonly activation: 'gelu' | 'relu' }) {
  const name = activation === 'gelu' ? t(`activation.name_${pass.state.gelu}`) : t('activation.name_relu');
  return (
    <div class={`branch branch_${activation}`}>
      <h3 class="branch_title">{name}</h3>
      <StageBlock stage="activation">
        <Step formula={`hidden = ${activation_names[activation]}(pre_activation)`} />
        <TensorView pass={pass} name={`hidden.${activation}`} token={token} heading="h4" last={last_feature('activation')} />
      </StageBlock>
      <StageBlock stage="linear2">
        <Step formula="output = W2 · hidden + b2" />
        <TensorView pass={pass} name={`output.${activation}`} token={token} heading="h4" last={last_feature('linear2')} />
      </StageBlock>
    </div>
  );
}

function Result({ pass }: { readonly pass: Pass }) {
  use_forward_keys();
  const { tensors, d_model } = pass.value;
  const { shape, data } = tensors.x;
  const tokens = Math.max(1, data.length / d_model);
  const token = token_of(pass);
  return (
    <div class="forward">
      <ForwardFacts pass={pass} />
      <TokenChoice tokens={tokens} shape={shape} token={token} />
      <Stepper pass={pass} />
      <div class="branches">
        <StageBlock stage="input">
          <TensorView pass={pass} name="x" token={token} heading="h3" />
        </StageBlock>
        <StageBlock stage="linear1">
          <Step formula="pre_activation = W1 · x + b1" />
          <TensorView pass={pass} name="pre_activation" token={token} heading="h3" last={last_feature('linear1')} />
        </StageBlock>
      </div>
      <div class="branches">
        <Branch pass={pass} token={token} activation="gelu" />
        <Branch pass={pass} token={token} activation="relu" />
      </div>
      <StageBlock stage="shortcut">
        <ShortcutView pass={pass} token={token} />
      </StageBlock>
      <CellTrace pass={pass} />
      <StatisticsTable pass={pass} />
      <Inspector pass={pass} />
    </div>
  );
}

/** Placeholder until the first result: a message, and a skeleton unless the core failed to load. */
function Waiting() {
  const failed = core_state.value.phase === 'failed';
  return (
    <div class="waiting" role="status">
      <p class="hint">{failed ? t('core.no_numbers') : t('core.waiting')}</p>
      {!failed && <div class="waiting_cells" aria-hidden="true" />}
    </div>
  );
}

function Controls() {
  return (
    <div class="controls">
      <Choice
        legend={t('feed_forward.example')}
        values={example_names}
        label={(name) => t(`example.${name}`)}
        value={store.example.value}
        on_choose={choose_example}
      />
      <Choice legend={t('feed_forward.gelu')} values={gelu_kinds} label={(name) => t(`feed_forward.gelu_${name}`)} of={store.gelu} />
      <Choice
        legend={t('feed_forward.emphasis')}
        values={emphases}
        label={(name) => t(`feed_forward.emphasis_${name}`)}
        of={store.emphasis}
      />
    </div>
  );
}

export function Panel() {
  const { error } = forward_pass.value;
  const example = store.example.value;
  const pass = shown_pass();
  return (
    <>
      <TwoColumns
        figure="chain_figure"
        prose={
          <>
            <Paragraph id="feed_forward.lead" />
            <Formula />
            <p class="hint">{t('feed_forward.chain')}</p>
          </>
        }
      >
        <NetworkChain />
      </TwoColumns>
      <Controls />
      <Paragraph
        class="note"
        id={`example.${example}_note`}
        values={{ corrections: <a href="#corrections">{t('corrections.title')}</a> }}
      />
      {example === 'pasted' && <PastedInput />}
      <EditNotice />
      <CallErrorNotice error={error} />
      <div aria-busy={forward_pass.pending}>{pass ? <Result pass={pass} /> : <Waiting />}</div>
    </>
  );
}
