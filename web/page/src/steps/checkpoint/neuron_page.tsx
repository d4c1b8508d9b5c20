/** One neuron: its key, the token's score against the key, the coefficient after the activation, and the value vector that it scales. */
import { HeatMap } from '../../charts/heat_map.tsx';
import { HistogramPlot } from '../../charts/histogram_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Value } from '../../numbers/value.tsx';
import { number_column, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_count, format_number, format_tick, t } from '../../words/i18n.ts';
import { leading_index } from '../../numbers/token_choice.tsx';
import { store } from '../../numbers/store.ts';
import type { NeuronReply, NeuronRequest } from './calls.ts';
import { NeuronVocabulary } from './extensions.ts';
import { SectionTitle } from './section_title.tsx';
import { activation, input_kind, model, neuron, neuron_answer, shown_neuron, shown_ranking, text_input, token, tokens } from './state.ts';

interface Shown {
  readonly request: NeuronRequest;
  readonly reply: NeuronReply;
}

/** Returns a random neuron; the modulo bias is negligible. */
function random_neuron(count: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random % count;
}

function NeuronChoice() {
  const count = model.value?.d_ff ?? 1;
  const chosen = neuron.value;
  const choose = (next: number | undefined) => (store.model_neuron.value = next);
  const strongest = shown_ranking.value?.neuron[0];
  const step = (by: number) => chosen !== undefined && choose((chosen + by + count) % count);
  const button = (id: 'previous_neuron' | 'next_neuron' | 'random_neuron' | 'strongest_neuron', act: () => void) => (
    <button type="button" class="button button_small" onClick={act} disabled={chosen === undefined}>
      {t(`checkpoint.${id}`)}
    </button>
  );
  return (
    <div class="controls checkpoint_neuron_choice">
      <NumberField label={t('checkpoint.neuron')} value={chosen ?? 0} smallest={0} largest={count - 1} whole on_value={choose} />
      <div class="checkpoint_buttons">
        {button('previous_neuron', () => step(-1))}
        {button('next_neuron', () => step(1))}
        {button('strongest_neuron', () => choose(strongest))}
        {button('random_neuron', () => choose(random_neuron(count)))}
      </div>
      <TokenField />
    </div>
  );
}

function TokenField() {
  const labels = input_kind.value === 'tokens' ? text_input.value?.labels : undefined;
  const name = (row: number) => labels?.[row] ?? `[${leading_index(row, [tokens.value, 1]).join(', ')}]`;
  return (
    <label class="checkpoint_token">
      <span>{t('token.choose')}</span>
      <select class="select" value={String(token.value)} onChange={(event) => (store.token.value = Number(event.currentTarget.value))}>
        {Array.from({ length: tokens.value }, (_, row) => (
          <option key={row} value={String(row)}>
            {name(row)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface StripProps {
  readonly title: preact.ComponentChildren;
  readonly label: string;
  readonly data: Float32Array;
  readonly limit: number;
}

export function Strip({ title, label, data, limit }: StripProps) {
  return (
    <div class="checkpoint_strip">
      <p class="plot_title">{title}</p>
      <HeatMap
        data={data}
        tokens={1}
        features={data.length}
        limit={limit}
        token={0}
        window={[0, data.length]}
        label={label}
        on_pick={() => undefined}
      />
    </div>
  );
}

/** The token's row, the neuron's key and its value vector, with the numbers computed between them. */
function Triptych({ request, reply }: Shown) {
  const { neuron: found, row, limits } = reply;
  const name = `neuron ${request.neuron}, token ${request.token}`;
  const value = (index: 'score' | 'bias' | 'coefficient' | 'value_norm' | 'strength') => (
    <Value value={found[index]} style="cell" call="checkpoint.neuron" tensor={name} index={index} />
  );
  const strip = (part: 'row' | 'key' | 'value', data: Float32Array) => (
    <Strip title={<Message id={`checkpoint.strip_${part}`} />} label={t(`checkpoint.strip_${part}_alt`)} data={data} limit={limits[part]} />
  );
  return (
    <div class="checkpoint_triptych">
      {strip('row', row)}
      {strip('key', found.key)}
      <p class="checkpoint_step">
        <Message id="checkpoint.score" values={{ score: value('score'), bias: value('bias') }} />
      </p>
      <p class="checkpoint_step">
        <Message
          id="checkpoint.coefficient"
          values={{ coefficient: value('coefficient'), activation: t(`activation.name_${activation.value}` as 'activation.name_gelu') }}
        />
      </p>
      {strip('value', found.value)}
      <p class="checkpoint_step">
        <Message id="checkpoint.strength" values={{ norm: value('value_norm'), strength: value('strength') }} />
      </p>
    </div>
  );
}

function Histograms({ reply }: { readonly reply: NeuronReply }) {
  const { ref, width } = use_width<HTMLDivElement>(400);
  const plots = [
    { title: t('checkpoint.before'), name: 'pre_activation', histogram: reply.before, marker: reply.neuron.score },
    { title: t('checkpoint.after'), name: 'hidden_gelu', histogram: reply.after, marker: reply.neuron.coefficient },
  ];
  return (
    <div ref={ref}>
      {plots.map(({ title, ...plot }) => (
        <div key={plot.name}>
          <p class="plot_title">{title}</p>
          <HistogramPlot {...plot} width={width} height={110} brushed={undefined} format_tick={format_tick} format_count={format_count} />
        </div>
      ))}
    </div>
  );
}

function scores_data({ request, reply }: Shown): FigureData {
  const [score, coefficient] = [`pre_activation, neuron ${request.neuron}`, `hidden, neuron ${request.neuron}`];
  return {
    call: 'checkpoint.column',
    arguments: { layer: request.layer, neuron: request.neuron },
    tensors: [vector(score, reply.scores), vector(coefficient, reply.coefficients)],
    table: {
      rows: reply.tokens,
      columns: [
        { ...number_column('score', reply.scores), tensor: score },
        { ...number_column('coefficient', reply.coefficients), tensor: coefficient },
      ],
    },
  };
}

function key_data({ request, reply }: Shown): FigureData {
  const name = `neuron ${request.neuron}, token ${request.token}`;
  const { key, value } = reply.neuron;
  const column = (field: string, data: Float32Array) => ({ ...number_column(field, data), tensor: `${name}, ${field}` });
  return {
    call: 'checkpoint.neuron',
    arguments: { layer: request.layer, neuron: request.neuron, token: request.token },
    tensors: [vector('x', reply.row), vector('key', key), vector('value', value)],
    table: { rows: key.length, columns: [column('x', reply.row), column('key', key), column('value', value)] },
  };
}

export function NeuronPart() {
  const shown = shown_neuron.value;
  return (
    <section aria-label={t('checkpoint.neuron_page')} aria-busy={neuron_answer.pending}>
      <SectionTitle id="checkpoint.neuron_page" />
      <p>
        <Message id="checkpoint.neuron_text" />
      </p>
      <NeuronChoice />
      <CallErrorNotice error={neuron_answer.value.error} />
      {shown === undefined ? (
        <div class="waiting_cells" aria-hidden="true" />
      ) : (
        <>
          <FigureFrame name="checkpoint_neuron" title={t('checkpoint.neuron_page')} drawing data={() => key_data(shown)}>
            <Triptych {...shown} />
          </FigureFrame>
          <FigureFrame
            name="checkpoint_histograms"
            title={t('checkpoint.over_tokens')}
            description={t('checkpoint.over_tokens_alt', { tokens: format_number(shown.reply.tokens, 'count') })}
            drawing
            data={() => scores_data(shown)}
          >
            <Histograms reply={shown.reply} />
          </FigureFrame>
          {NeuronVocabulary !== undefined && <NeuronVocabulary />}
        </>
      )}
    </section>
  );
}
