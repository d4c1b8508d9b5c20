/** The hidden activations after sentences of one fact, and of another. */
import { computed } from '@preact/signals';
import { HeatMap } from '../../charts/heat_map.tsx';
import { on_phone } from '../../controls/window_width.ts';
import { Heading } from '../../controls/heading.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { corpus, facts_answer, type FactsAnswer } from '../../language_model/answers.ts';
import { same_fact, sentence, twin, unit } from '../../language_model/chosen.ts';
import { store } from '../../state/store.ts';
import { format_count, format_number, t } from '../../words/i18n.ts';

/**
 * The sentences whose hidden activations are compared: the fact in all its wordings, then another
 * fact of the same kind.
 */
const compared = computed(() => {
  const { language, relation, wording, subject } = sentence.value ?? {};
  const other = corpus.value?.sentences.find(
    (one) =>
      one.language === language &&
      one.relation === relation &&
      one.wording === wording &&
      one.subject !== subject,
  );
  return [...same_fact.value, ...(other ? [other] : [])];
});

export const strips = facts_answer(
  'strips',
  () => sentence.value && { ...twin(), prompts: compared.value.map(({ prompt }) => prompt) },
);

/** Pixels: as high as a line of the sentences beside it. */
const strip_height = 20;

/**
 * The hidden activations after each sentence, a row for each; choosing a column chooses its unit.
 */
export function Strips({ answer }: { readonly answer: FactsAnswer<'strips'> }) {
  const { hidden, d_ff, limits } = answer.value;
  const data = () => figure_of(answer, { parts: ['hidden'] });
  return (
    <FigureFrame name="memory_strips" title={t('memory.strips_title')} drawing data={data}>
      {!on_phone.value && <Heading part="memory.strips" class="plot_title" />}
      <p class="hint memory_strips_text">{t('memory.strips_text')}</p>
      <div class="memory_strips">
        <div class="memory_rows" aria-hidden="true">
          {compared.value.map(({ number }, place) => (
            <span key={number} style={{ height: `${strip_height}px` }}>
              {format_count(place + 1)}
            </span>
          ))}
        </div>
        <HeatMap
          data={hidden.data}
          tokens={hidden.shape[0] ?? 0}
          features={d_ff}
          limit={limits.high}
          token={0}
          window={[unit.value ?? 0, (unit.value ?? 0) + 1]}
          label={t('memory.strips_label', { limit: format_number(limits.high, 'cell') })}
          row_height={strip_height}
          on_pick={(_, feature) => (store.fact_unit.value = feature)}
        />
        <ol class="memory_sentences">
          {compared.value.map(({ number, language, text }) => (
            <li key={number} lang={language} style={{ '--row': `${strip_height}px` }}>
              {text} …
            </li>
          ))}
        </ol>
      </div>
    </FigureFrame>
  );
}
