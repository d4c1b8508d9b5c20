/**
 * One neuron: its key, the token's score against the key, the coefficient after the activation, and
 * the value vector that it scales.
 */
import type { ComponentChildren } from 'preact';
import { HeatMap, type HeatMapProps } from '../../charts/heat_map.tsx';
import { HistogramPlot } from '../../charts/histogram_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Folded } from '../../controls/folded.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Select } from '../../controls/select.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { store } from '../../numbers/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import { folded_part } from '../../words/parts.ts';
import { activation_name, Part } from './part.tsx';
import {
  activation,
  input_kind,
  model,
  neuron,
  neuron_answer,
  ranking,
  text_input,
  token,
  tokens,
} from './state.ts';
import { NeuronVocabulary } from './tokens_tables.tsx';

type AnswerProps = { readonly answer: NonNullable<typeof neuron_answer.shown.value> };

function NeuronChoice() {
  const count = model.value?.d_ff ?? 1;
  const chosen = neuron.value;
  const choose = (next: number | undefined) => (store.model_neuron.value = next);
  const step = (by: number) => chosen !== undefined && choose((chosen + by + count) % count);
  const moves = {
    previous_neuron: () => step(-1),
    next_neuron: () => step(1),
    strongest_neuron: () => choose(ranking.shown.value?.value.neuron[0]),
    // The modulo bias is negligible.
    random_neuron: () => choose(crypto.getRandomValues(new Uint32Array(1))[0]! % count),
  };
  const labels = input_kind.value === 'tokens' ? text_input.value?.labels : undefined;
  return (
    <div class="controls checkpoint_neuron_choice">
      <NumberField
        label={t('checkpoint.neuron')}
        value={chosen ?? 0}
        smallest={0}
        largest={count - 1}
        whole
        on_value={choose}
      />
      <div class="checkpoint_buttons">
        {Object.entries(moves).map(([id, move]) => (
          <Button
            text={t(`checkpoint.${id as keyof typeof moves}`)}
            key={id}
            small
            on_click={move}
            disabled={chosen === undefined}
          />
        ))}
      </div>
      <Select
        class="checkpoint_token"
        label={t('token.choose')}
        values={Array.from({ length: tokens.value }, (_, row) => row)}
        text={(row) => labels?.[row] ?? `[${row}]`}
        value={token.value}
        on_choose={(row) => (store.token.value = row)}
      />
    </div>
  );
}

export function Strip({
  title,
  ...strip
}: Pick<HeatMapProps, 'label' | 'data' | 'limit'> & { readonly title: ComponentChildren }) {
  const features = strip.data.length;
  return (
    <div class="checkpoint_strip">
      <p class="plot_title">{title}</p>
      <HeatMap {...strip} tokens={1} features={features} token={0} window={[0, features]} />
    </div>
  );
}

/**
 * The token's row, the neuron's key and its value vector, with the numbers computed between them.
 */
function Triptych({ answer }: AnswerProps) {
  const { limits, ...found } = answer.value;
  const strip = (part: 'row' | 'key' | 'value') => {
    const id = `checkpoint.strip_${part}` as const;
    return (
      <Strip
        title={<Message id={id} />}
        label={t(`${id}_alt`)}
        data={found[part]}
        limit={limits[part]}
      />
    );
  };
  const value = (path: 'score' | 'bias' | 'coefficient' | 'value_norm' | 'strength') => (
    <Value of={answer} path={path} style="cell" />
  );
  const values = {
    score: value('score'),
    bias: value('bias'),
    coefficient: value('coefficient'),
    norm: value('value_norm'),
    strength: value('strength'),
    activation: activation_name(activation.value),
  };
  return (
    <div class="checkpoint_triptych">
      {strip('row')}
      {strip('key')}
      <Paragraph class="checkpoint_step" id="checkpoint.score" values={values} />
      <Paragraph class="checkpoint_step" id="checkpoint.coefficient" values={values} />
      {strip('value')}
      <Paragraph class="checkpoint_step" id="checkpoint.strength" values={values} />
    </div>
  );
}

function Histograms({ answer }: AnswerProps) {
  const { histograms, score, coefficient } = answer.value;
  const { ref, width } = use_width<HTMLDivElement>(400);
  const plot = { width, height: 110, brushed: undefined, format_tick, format_count };
  return (
    <div ref={ref}>
      <p class="plot_title">{t('checkpoint.before')}</p>
      <HistogramPlot {...plot} name="pre_activation" histogram={histograms.before} marker={score} />
      <p class="plot_title">{t('checkpoint.after')}</p>
      <HistogramPlot
        {...plot}
        name="hidden_gelu"
        histogram={histograms.after}
        marker={coefficient}
      />
    </div>
  );
}

function Figures({ answer }: AnswerProps) {
  const { scores } = answer.value;
  const vectors = () => figure_of(answer, { parts: { x: 'row', key: 'key', value: 'value' } });
  const description = t('checkpoint.over_tokens_alt', { tokens: format_count(scores.length) });
  const texts = { title: t('checkpoint.over_tokens_title'), description };
  return (
    <>
      <FigureFrame
        name="checkpoint_neuron"
        title={t('checkpoint.neuron_page_title')}
        drawing
        data={vectors}
      >
        <Triptych answer={answer} />
      </FigureFrame>
      <Folded {...folded_part('checkpoint.over_tokens')}>
        <FigureFrame
          name="checkpoint_histograms"
          {...texts}
          drawing
          data={() => figure_of(answer, { parts: ['scores', 'coefficients', 'histograms'] })}
        >
          <Histograms answer={answer} />
        </FigureFrame>
      </Folded>
      <NeuronVocabulary />
    </>
  );
}

export function NeuronPart() {
  const answer = neuron_answer.shown.value;
  return (
    <Part name="neuron_page" of_layer of={neuron_answer} text="checkpoint.neuron_text">
      <NeuronChoice />
      {answer ? <Figures answer={answer} /> : <Waiting />}
    </Part>
  );
}
