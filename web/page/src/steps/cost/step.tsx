/** Cost of the network: parameters for several ratios, its share of a block and of whole models, operations per token. */
import { NumberTable } from '../../controls/number_table.tsx';
import type { RatioCost } from 'ffn-lab';
import { answer_shown } from '../../numbers/revealed_answers.ts';
import { ShareBar, ShareSwatch } from '../../charts/share_bar.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Covered } from '../../numbers/covered.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Prediction } from '../../numbers/prediction.tsx';
import { Value } from '../../numbers/value.tsx';
import { core_resource } from '../../numbers/resource.ts';
import { format_number, t } from '../../words/i18n.ts';
import type { NumberStyle } from '../../words/number_format.ts';
import { store } from '../../numbers/store.ts';
import { largest_d_model } from '../../numbers/url_state.ts';
import { ratio_data } from './figures.ts';
import { GptModels, PrintedNetworks } from './tables.tsx';
import { nearest_option } from '../../numbers/questions.ts';
import { RatioGuess } from './ratio_guess.tsx';
import { usual_widths } from './reference_costs.ts';
import './cost.css';

const costs = core_resource('ratio_costs', () => ({ d_model: store.d_model.value, bias: store.bias.value }));

/** Number of rows that the core returns, for the ratios 1, 2, 4 and 8. */
const ratio_count = 4;
const usual_ratio = 4;

type CostField = keyof RatioCost &
  ('linear1' | 'linear2' | 'parameters' | 'attention' | 'norms' | 'share_of_block' | 'growth' | 'operations');

interface CostValueProps {
  readonly cost: RatioCost | undefined;
  readonly field: CostField | 'ratio' | 'd_ff';
  readonly style: NumberStyle;
}

function CostValue({ cost, field, style }: CostValueProps) {
  return <Value value={cost?.[field]} style={style} call="ratio_costs" tensor={`ratio ${cost?.ratio}`} index={field} />;
}

function Controls() {
  const d_model = store.d_model.value;
  const widths = usual_widths.map((width) => ({ name: String(width), label: format_number(width, 'count') }));
  return (
    <div class="controls">
      <NumberField
        label="d_model"
        value={d_model}
        smallest={1}
        largest={largest_d_model}
        whole
        on_value={(value) => (store.d_model.value = value)}
      />
      <Choice
        legend={t('cost.widths')}
        options={widths}
        value={String(d_model)}
        on_choose={(width) => (store.d_model.value = Number(width))}
      />
      <Choice
        legend={t('cost.bias')}
        options={(['with', 'without'] as const).map((name) => ({ name, label: t(`cost.bias_${name}`) }))}
        value={store.bias.value ? 'with' : 'without'}
        on_choose={(name) => (store.bias.value = name === 'with')}
      />
    </div>
  );
}

function RatioRow({ cost, max_parameters }: { readonly cost: RatioCost | undefined; readonly max_parameters: number | undefined }) {
  return (
    <tr>
      <th scope="row">
        <CostValue cost={cost} field="ratio" style="count" />
      </th>
      <td>
        <CostValue cost={cost} field="d_ff" style="count" />
      </td>
      <td class="with_bar">
        <CostValue cost={cost} field="parameters" style="count" />
        {cost && max_parameters && <ShareBar parts={[{ name: 'feed_forward', count: cost.parameters }]} full={max_parameters} />}
      </td>
      <td>
        <CostValue cost={cost} field="growth" style="factor" />
      </td>
      <td>
        <CostValue cost={cost} field="share_of_block" style="percent" />
      </td>
    </tr>
  );
}

const table_title = (rows: readonly RatioCost[] | undefined) =>
  t('cost.table', { d_model: format_number(rows?.[0]?.d_ff ?? store.d_model.value, 'count') });

function RatioTable({ rows }: { readonly rows: readonly RatioCost[] | undefined }) {
  const max_parameters = rows?.[rows.length - 1]?.parameters;
  return (
    <NumberTable
      class="cost_table"
      caption={table_title(rows)}
      heads={[t('cost.ratio'), 'd_ff', t('cost.parameters'), t('cost.growth'), t('cost.share_of_block')]}
    >
      <tbody>
        {Array.from({ length: ratio_count }, (_, row) => (
          <RatioRow key={row} cost={rows?.[row]} max_parameters={max_parameters} />
        ))}
      </tbody>
    </NumberTable>
  );
}

/** Parameters of attention, norms and network in one block, as a bar drawn to scale. */
function Block({ cost }: { readonly cost: RatioCost | undefined }) {
  const parts = ['attention', 'norms', 'feed_forward'] as const;
  const count = (name: (typeof parts)[number]) => (cost ? cost[name === 'feed_forward' ? 'parameters' : name] : 0);
  return (
    <div class="block_cost">
      <h3>{t('cost.block')}</h3>
      {cost && <ShareBar parts={parts.map((name) => ({ name, count: count(name) }))} full={cost.block} />}
      <ul class="share_legend">
        {parts.map((name) => (
          <li key={name}>
            <ShareSwatch name={name} /> {t(`cost.${name}`)}{' '}
            <CostValue cost={cost} field={name === 'feed_forward' ? 'parameters' : name} style="count" />
          </li>
        ))}
      </ul>
    </div>
  );
}

const guessed_shares = { quarter: 1 / 4, third: 1 / 3, half: 1 / 2, two_thirds: 2 / 3 };
const guess_names = ['quarter', 'third', 'half', 'two_thirds'] as const;

/** At GPT-2's width, independently of the d_model that the user enters. */
const guessed = core_resource('ratio_costs', () => ({ d_model: 768, bias: true }));

function ShareGuess() {
  const cost = guessed.value.current?.reply.find(({ ratio }) => ratio === usual_ratio);
  return (
    <Prediction
      name="share_of_block"
      question="cost.guess"
      options={guess_names.map((name) => ({ name, label: t(`cost.guess_${name}`) }))}
      right={cost && nearest_option(guessed_shares, cost.share_of_block)}
    >
      <Message id="cost.guess_answer" values={{ share: <CostValue cost={cost} field="share_of_block" style="percent" /> }} />
    </Prediction>
  );
}

export function Panel() {
  const { current, error } = costs.value;
  const rows = current?.reply;
  const usual = rows?.find(({ ratio }) => ratio === usual_ratio);
  return (
    <>
      <div class="prose_and_figure" aria-busy={costs.pending}>
        <div class="prose">
          <p>
            <Message id="cost.lead" />
          </p>
          <RatioGuess />
          {answer_shown('doubled_ratio') && (
            <p>
              <Message
                id="cost.growth_text"
                values={{ growth: <CostValue cost={rows?.[ratio_count - 1]} field="growth" style="factor" /> }}
              />
            </p>
          )}
          <ShareGuess />
          <p>
            <Message id="cost.operations_text" values={{ operations: <CostValue cost={usual} field="operations" style="count" /> }} />
          </p>
          <p class="try">
            <Message id="cost.try" />
          </p>
        </div>
        <figure class="cost_figure">
          <Controls />
          <CallErrorNotice error={error} />
          <Covered questions={['doubled_ratio', 'share_of_block']}>
            <FigureFrame name="cost_of_ratios" title={table_title(rows)} data={() => ratio_data(current)}>
              <RatioTable rows={rows} />
            </FigureFrame>
            <Block cost={usual} />
          </Covered>
        </figure>
      </div>
      <div class="cost_tables">
        <GptModels />
        <PrintedNetworks />
      </div>
    </>
  );
}
