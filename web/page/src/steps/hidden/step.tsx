/**
 * The hidden layer before and after the activation: three linked histograms, and three definitions
 * of sparsity.
 */
import { computed } from '@preact/signals';
import { histogram_legend } from '../../charts/histogram_plot.tsx';
import { grid_entry } from '../../charts/ticks.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { shown_answer } from '../../numbers/answers.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Covered } from '../../quiz/covered.tsx';
import { Prediction } from '../../quiz/prediction.tsx';
import { nearest_option } from '../../quiz/predictions.ts';
import { answer_shown } from '../../quiz/revealed_answers.ts';
import { sparsity_parts, SparsityTable, ThresholdChoice } from '../../numbers/sparsity_table.tsx';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import type { Legend } from '../../words/legend.tsx';
import { Message, Paragraph } from '../../controls/message.tsx';
import { answers } from './answers.ts';
import { HistogramFigure } from './histograms.tsx';
import { Impact } from './impact.tsx';
import './hidden.css';

const activations = ['gelu', 'relu'] as const;

const sparsity_rows = {
  rows: activations,
  parts: sparsity_parts,
  beside: { activation: activations },
};

const pending = computed(() => answers.histograms.pending.value || answers.sparsity.pending.value);

/** Says what training does to z, once the guess is made: it would give it away. */
const AboutTrained = () =>
  store.example.value === 'facts' && answer_shown('relu_zeros') ? (
    <Paragraph class="hint" id="hidden.trained_text" />
  ) : null;

export function Panel() {
  const shares = shown_answer(answers.sparsity);
  const prose = (
    <>
      <Paragraph id="hidden.lead" />
      <ZerosGuess />
      {answer_shown('relu_zeros') && <Paragraph id="hidden.sparse_text" />}
      <Paragraph class="try" id="hidden.try" />
    </>
  );
  return (
    <>
      <ProseAndFigure prose={prose} figure="hidden_figure" busy={pending}>
        <AboutTrained />
        <CallErrorNotice error={answers.histograms.value.error ?? answers.sparsity.value.error} />
        <HistogramFigure answer={shown_answer(answers.histograms)} />
        <ThresholdChoice />
        <Covered questions={['relu_zeros']}>
          <FigureFrame
            name="hidden_sparsity"
            title={t('hidden.sparsity')}
            data={() => figure_of(shares, sparsity_rows)}
          >
            <SparsityTable
              caption={t('hidden.sparsity')}
              threshold={shares?.state.threshold ?? store.threshold.value}
              columns={activations.map((activation) => ({
                head: t(
                  `activation.name_${activation === 'gelu' ? (shares?.state.gelu ?? 'gelu') : activation}`,
                ),
                of: shares,
                path: activation,
              }))}
            />
          </FigureFrame>
        </Covered>
      </ProseAndFigure>
      <Impact />
      <p class="hint">
        <Message
          id="hidden.size_link"
          values={{ bridge: <a href="#bridge">{t('bridge.title')}</a> }}
        />
      </p>
    </>
  );
}

/** Shares of zeros that the options name. */
const named_shares = { none: 0, half: 0.5, most: 0.9 };
/** Each option is ReLU's share, then GELU's. */
const options = ['half_none', 'half_half', 'most_none', 'none_none'] as const;

function ZerosGuess() {
  const answer = shown_answer(answers.sparsity);
  const share = (name: 'relu' | 'gelu') => (
    <Value of={answer} path={`${name}.zero_share`} style="percent" />
  );
  const nearest = (name: 'relu' | 'gelu') =>
    nearest_option(named_shares, answer?.value[name].zero_share ?? NaN);
  return (
    <Prediction
      name="relu_zeros"
      question="hidden.guess"
      options={options}
      right={answer && `${nearest('relu')}_${nearest('gelu')}`}
      values={{ relu_share: share('relu'), gelu_share: share('gelu') }}
    />
  );
}

export const legend: Legend = [grid_entry, ...histogram_legend];
