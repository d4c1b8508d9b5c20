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
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_tick, t, type MessageKey } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { folded_part } from '../../words/parts.ts';
import { activation_name } from './activations.ts';
import { neuron, neuron_answer, ranking } from './answers.ts';
import { Part } from './part.tsx';
import { input_kind, layer, model, text_input, token, tokens } from './state.ts';
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

const step_numbers = [
  'score',
  'bias',
  'gate',
  'gate_bias',
  'activated',
  'coefficient',
  'value_norm',
  'strength',
] as const;

/**
 * The token's row, the neuron's key and its value vector, with the numbers computed between them.
 */
function Triptych({ answer }: AnswerProps) {
  const { limits, ...found } = answer.value;
  const strip = (part: 'row' | 'key' | 'gate_key' | 'value') => {
    const id = `checkpoint.strip_${part}` as const;
    const data = found[part];
    return (
      data && (
        <Strip
          title={<Message id={id} />}
          label={t(`${id}_alt`)}
          data={data}
          limit={limits[part] ?? 0}
        />
      )
    );
  };
  const value = (path: (typeof step_numbers)[number]) => (
    <Value of={answer} path={path} style="cell" />
  );
  const values = {
    ...Object.fromEntries(step_numbers.map((path) => [path, value(path)])),
    norm: value('value_norm'),
    activation: activation_name(answer.state.activation),
  };
  const step = (id: MessageKey) => <Paragraph class="checkpoint_step" id={id} values={values} />;
  const { b1, b_gate } = model.value?.layers[layer.value] ?? {};
  const gated = found.gate_key !== undefined;
  return (
    <div class="checkpoint_triptych">
      {strip('row')}
      {strip('key')}
      {step(b1 === undefined ? 'checkpoint.score_alone' : 'checkpoint.score')}
      {strip('gate_key')}
      {gated && step(b_gate === undefined ? 'checkpoint.gate_alone' : 'checkpoint.gate_score')}
      {step(gated ? 'checkpoint.gated_coefficient' : 'checkpoint.coefficient')}
      {strip('value')}
      {step('checkpoint.strength')}
    </div>
  );
}

function Histograms({ answer }: AnswerProps) {
  const { histograms, score, gate, coefficient } = answer.value;
  const { ref, width } = use_width<HTMLDivElement>(400);
  const plot = { width, height: 110, brushed: undefined, format_tick, format_count };
  return (
    <div ref={ref}>
      <p class="plot_title">{t('checkpoint.before')}</p>
      <HistogramPlot {...plot} name="pre_activation" histogram={histograms.before} marker={score} />
      {histograms.gate && (
        <>
          <p class="plot_title">{t('checkpoint.gate_over_tokens')}</p>
          <HistogramPlot
            {...plot}
            name="pre_activation"
            histogram={histograms.gate}
            marker={gate ?? NaN}
          />
        </>
      )}
      <p class="plot_title">{t(histograms.gate ? 'checkpoint.after_gate' : 'checkpoint.after')}</p>
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
  const { gate_key, gates } = answer.value;
  const parts = { x: 'row', key: 'key', ...(gate_key && { gate_key: 'gate_key' }), value: 'value' };
  const vectors = () => figure_of(answer, { parts });
  const over_tokens = ['scores', ...(gates ? ['gates'] : []), 'coefficients', 'histograms'];
  const description = t(gates ? 'checkpoint.over_tokens_gated' : 'checkpoint.over_tokens_alt', {
    tokens: scores.length,
  });
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
          data={() => figure_of(answer, { parts: over_tokens })}
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
    <Part
      name="neuron_page"
      of_layer
      of={neuron_answer}
      text={model.value?.gated ? 'checkpoint.neuron_gated' : 'checkpoint.neuron_text'}
    >
      <NeuronChoice />
      {answer ? <Figures answer={answer} /> : <Waiting />}
    </Part>
  );
}
