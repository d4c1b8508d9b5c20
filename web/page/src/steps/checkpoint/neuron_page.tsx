/** One neuron: its key, the token's score against the key, the coefficient after the activation, and the value vector that it scales. */
import type { ComponentChildren, VNode } from 'preact';
import { HeatMap } from '../../charts/heat_map.tsx';
import { HistogramPlot } from '../../charts/histogram_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import type { Answer } from '../../numbers/answers.ts';
import { Button } from '../../controls/button.tsx';
import { Folded } from '../../controls/folded.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message, Paragraph } from '../../words/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';
import { leading_index } from '../../numbers/token_choice.tsx';
import { store } from '../../numbers/store.ts';
import { neuron, neuron_answer, ranking } from './answers.ts';
import type { neuron as recipe } from './layer_recipe.ts';
import { activation_name, columns_data, Part } from './part.tsx';
import { activation, input_kind, model, text_input, token, tokens } from './state.ts';
import { NeuronVocabulary } from './tokens_tables.tsx';

interface AnswerProps {
  readonly answer: Answer<ReturnType<typeof recipe>>;
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
  const step = (by: number) => chosen !== undefined && choose((chosen + by + count) % count);
  const moves = {
    previous_neuron: () => step(-1),
    next_neuron: () => step(1),
    strongest_neuron: () => choose(ranking.shown.value?.value.neuron[0]),
    random_neuron: () => choose(random_neuron(count)),
  };
  return (
    <div class="controls checkpoint_neuron_choice">
      <NumberField label={t('checkpoint.neuron')} value={chosen ?? 0} smallest={0} largest={count - 1} whole on_value={choose} />
      <div class="checkpoint_buttons">
        {Object.entries(moves).map(([id, move]) => (
          <Button text={t(`checkpoint.${id as keyof typeof moves}`)} key={id} small on_click={move} disabled={chosen === undefined} />
        ))}
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
  readonly title: ComponentChildren;
  readonly label: string;
  readonly data: Float32Array;
  readonly limit: number;
}

export function Strip({ title, ...strip }: StripProps) {
  const features = strip.data.length;
  return (
    <div class="checkpoint_strip">
      <p class="plot_title">{title}</p>
      <HeatMap {...strip} tokens={1} features={features} token={0} window={[0, features]} />
    </div>
  );
}

/** The token's row, the neuron's key and its value vector, with the numbers computed between them. */
function Triptych({ answer }: AnswerProps) {
  const { limits, ...found } = answer.value;
  const value = (path: 'score' | 'bias' | 'coefficient' | 'value_norm' | 'strength') => <Value of={answer} path={path} style="cell" />;
  const strip = (part: 'row' | 'key' | 'value') => {
    const id = `checkpoint.strip_${part}` as const;
    return <Strip title={<Message id={id} />} label={t(`${id}_alt`)} data={found[part]} limit={limits[part]} />;
  };
  const step = (id: 'score' | 'coefficient' | 'strength', values: Readonly<Record<string, VNode | string>>) => (
    <Paragraph class="checkpoint_step" id={`checkpoint.${id}`} values={values} />
  );
  return (
    <div class="checkpoint_triptych">
      {strip('row')}
      {strip('key')}
      {step('score', { score: value('score'), bias: value('bias') })}
      {step('coefficient', { coefficient: value('coefficient'), activation: activation_name(activation.value) })}
      {strip('value')}
      {step('strength', { norm: value('value_norm'), strength: value('strength') })}
    </div>
  );
}

function Histograms({ answer }: AnswerProps) {
  const { histograms, score, coefficient } = answer.value;
  const { ref, width } = use_width<HTMLDivElement>(400);
  const plots = [
    { title: t('checkpoint.before'), name: 'pre_activation', histogram: histograms.before, marker: score },
    { title: t('checkpoint.after'), name: 'hidden_gelu', histogram: histograms.after, marker: coefficient },
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

function Figures() {
  const answer = neuron_answer.shown.value;
  if (answer === undefined) return <div class="waiting_cells" aria-hidden="true" />;
  return (
    <>
      <FigureFrame
        name="checkpoint_neuron"
        title={t('checkpoint.neuron_page_title')}
        drawing
        data={() => columns_data(answer, ['row', 'key', 'value'], ['x', 'key', 'value'])}
      >
        <Triptych answer={answer} />
      </FigureFrame>
      <Folded {...folded_part('checkpoint.over_tokens')}>
        <FigureFrame
          name="checkpoint_histograms"
          title={t('checkpoint.over_tokens_title')}
          description={t('checkpoint.over_tokens_alt', { tokens: format_count(answer.value.scores.length) })}
          drawing
          data={() => columns_data(answer, ['scores', 'coefficients'], ['score', 'coefficient'])}
        >
          <Histograms answer={answer} />
        </FigureFrame>
      </Folded>
      <NeuronVocabulary />
    </>
  );
}

export function NeuronPart() {
  return (
    <Part name="neuron_page" of_layer of={neuron_answer} text="checkpoint.neuron_text">
      <NeuronChoice />
      <Figures />
    </Part>
  );
}
