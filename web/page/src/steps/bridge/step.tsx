/** Compares a toy network, untrained or that of the facts model, with one of GPT-2's size, as a baseline for the effects of training. */
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Heading } from '../../controls/heading.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Paragraph } from '../../words/message.tsx';
import { t } from '../../words/i18n.ts';
import { ShowTrained } from '../../numbers/show_trained.tsx';
import { store } from '../../numbers/store.ts';
import { Value } from '../../numbers/value.tsx';
import { bridge_toys } from '../../numbers/url_state.ts';
import { large, size_data, small, sparsity_data, type NetworkAnswer } from './answers.ts';
import { Histograms, Strips } from './pictures.tsx';
import { ThresholdChoice } from '../../numbers/sparsity_table.tsx';
import { ActivationsTable, SizeTable } from './tables.tsx';
import './bridge.css';

function Network({ answer, name }: { readonly answer: NetworkAnswer | undefined; readonly name: 'toy' | 'large' }) {
  const title = t(`bridge.${name}_title`);
  return (
    <div class="bridge_network">
      <Heading part={`bridge.${name}`} />
      {answer ? (
        <>
          <Strips answer={answer} title={title} />
          <Histograms answer={answer} title={title} />
        </>
      ) : (
        <div class="waiting_cells" aria-hidden="true" />
      )}
    </div>
  );
}

function Controls() {
  return (
    <div class="controls">
      {store.example.value !== 'facts' && <ShowTrained />}
      <Choice legend={t('bridge.weights')} values={bridge_toys} label={(name) => t(`bridge.weights_${name}`)} of={store.bridge_toy} />
      <ThresholdChoice />
    </div>
  );
}

export function Panel() {
  const toy = small();
  const answers = [toy.value.answer, large.value.answer] as const;
  const present = answers.filter((answer) => answer !== undefined);
  return (
    <div class="bridge" aria-busy={toy.pending.value || large.pending.value}>
      <div class="prose">
        <Paragraph id="bridge.lead" />
        <Paragraph id={store.example.value === 'facts' ? 'bridge.trained_text' : 'bridge.same_text'} />
        <Paragraph id="bridge.spread_text" />
      </div>
      <figure class="bridge_figure">
        <Controls />
        <CallErrorNotice error={toy.value.error ?? large.value.error} />
        <div class="bridge_pair">
          <Network answer={answers[0]} name="toy" />
          <Network answer={answers[1]} name="large" />
        </div>
        <p class="hint">{t('bridge.pixels')}</p>
        <div class="bridge_pair">
          <FigureFrame name="bridge_sparsity" title={t('bridge.sparsity')} data={() => sparsity_data(present, store.threshold.value)}>
            <ActivationsTable answers={answers} />
          </FigureFrame>
          <FigureFrame name="bridge_sizes" title={t('bridge.spread')} data={() => size_data(present)}>
            <SizeTable answers={answers} />
          </FigureFrame>
        </div>
      </figure>
      <Paragraph class="prose try" id="bridge.try" values={{ d_model: <Value of={answers[0]} path="d_model" style="count" /> }} />
    </div>
  );
}
