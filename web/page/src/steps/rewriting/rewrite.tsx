/** Rewriting a fact by a rank-one change of W2. */
import { signal } from '@preact/signals';
import { Fragment } from 'preact';
import { HeatMap } from '../../charts/heat_map.tsx';
import { Button } from '../../controls/button.tsx';
import { FoldedOnPhone } from '../../controls/folded.tsx';
import { on_phone } from '../../controls/window_width.ts';
import { Select } from '../../controls/select.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { word_text, type FactsAnswer } from '../../language_model/answers.ts';
import type { Sentence } from '../../language_model/corpus.ts';
import { Bench } from '../../language_model/facts_step.tsx';
import { NextWord } from '../../language_model/next_word.tsx';
import { SentenceSelect } from '../../language_model/sentence_choice.tsx';
import { store } from '../../state/store.ts';
import { format_number, t } from '../../words/i18n.ts';
import { Paragraph } from '../../controls/message.tsx';
import { folded_part, part_title } from '../../words/parts.ts';
import { most_rewrites } from './entry.ts';
import { beside_answers, FactSentences, of_rewrites, other_answers, Outcome } from './outcome.tsx';

/** The answer that the user wants; undefined: the first possible one. */
const wanted = signal<number | undefined>(undefined);

function RewriteControls({ chosen }: { readonly chosen: Sentence }) {
  const possible = other_answers(chosen);
  const word = possible.find((one) => one === wanted.value) ?? possible[0];
  const rewrites = store.fact_rewrites.value;
  const add = () => {
    if (word !== undefined)
      store.fact_rewrites.value = [...rewrites, { sentence: chosen.number, wanted: word }];
  };
  return (
    <div class="controls rewriting_controls">
      <SentenceSelect chosen={chosen} />
      <Select
        class="field facts_field"
        label={t('rewriting.wanted')}
        language={chosen.language}
        value={word}
        values={possible}
        text={word_text}
        on_choose={(one) => (wanted.value = one)}
      />
      <Button
        text={t('rewriting.rewrite')}
        disabled={rewrites.length >= most_rewrites}
        on_click={add}
      />
      <Button
        text={t('rewriting.undo')}
        disabled={rewrites.length === 0}
        on_click={() => (store.fact_rewrites.value = rewrites.slice(0, -1))}
      />
    </div>
  );
}

/** The two vectors whose outer product is added to W2. */
function Change({ answer }: { readonly answer: FactsAnswer<'rewritten'> }) {
  const { change } = answer.value;
  if (change === undefined) return null;
  return (
    <>
      {(['output', 'hidden'] as const).map((of) => {
        const { data } = change[`${of}_factor`];
        const limit = change.limits[of];
        const label = t('rewriting.factor_label', { limit: format_number(limit, 'cell') });
        return (
          <Fragment key={of}>
            <h4 class="plot_title">{t(`rewriting.${of}_factor`)}</h4>
            <HeatMap
              data={data}
              limit={limit}
              label={label}
              tokens={1}
              features={data.length}
              token={0}
              window={[0, data.length]}
            />
          </Fragment>
        );
      })}
    </>
  );
}

function Rewritten({ answer }: { readonly answer: FactsAnswer<'rewritten'> }) {
  const { answers, change } = answer.value;
  const data = () =>
    figure_of(answer, {
      parts: change ? ['answers', 'change'] : ['answers'],
      beside: beside_answers(answers),
    });
  return (
    <FigureFrame name="rewriting_answers" title={t('rewriting.rewrite_title')} data={data}>
      <FactSentences answers={answers} />
      <Change answer={answer} />
    </FigureFrame>
  );
}

/** Class of a figure of the rewriting: before a fact is rewritten, paper has the same one above. */
const on_paper_if_changed = ({ value }: FactsAnswer<'rewritten'>) =>
  value.change ? undefined : 'on_screen';

const RewrittenAnswers = ({
  answer,
  chosen,
}: {
  readonly answer: FactsAnswer<'rewritten'>;
  readonly chosen: Sentence;
}) => (
  <div class={on_paper_if_changed(answer)}>
    <p class="plot_title">{t('rewriting.rewritten_bars')}</p>
    <NextWord name="rewriting_rewritten_next" answer={answer} sentence={chosen} />
    <div class="count_first">
      <Outcome
        name="rewriting_map"
        title={t('rewriting.rewritten_map')}
        answer={answer}
        meant={of_rewrites}
      />
    </div>
  </div>
);

/** Rewrites the chosen fact, beside what the rewritten model answers. */
export const Rewriting = ({
  answer,
  chosen,
}: {
  readonly answer: FactsAnswer<'rewritten'> | undefined;
  readonly chosen: Sentence;
}) => (
  <FoldedOnPhone
    {...folded_part('rewriting.rewrite')}
    wanted={store.fact_rewrites.value.length > 0}
  >
    <Bench
      tall_above
      choice={
        <>
          {!on_phone.value && <h3>{part_title('rewriting.rewrite')}</h3>}
          <Paragraph class="rewriting_text" id="rewriting.rewrite_text" />
          <RewriteControls chosen={chosen} />
        </>
      }
      above={answer && <RewrittenAnswers answer={answer} chosen={chosen} />}
      control={
        answer && (
          <div class={on_paper_if_changed(answer)}>
            <Rewritten answer={answer} />
          </div>
        )
      }
    />
  </FoldedOnPhone>
);
