/** Compares replacements of the network's output: nothing, and its mean. */
import { Folded } from '../../controls/folded.tsx';
import { Paragraph } from '../../controls/message.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { facts_answer, word_text } from '../../language_model/answers.ts';
import { asked, twin } from '../../language_model/chosen.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';

const replaced = ['output', 'zero', 'mean'] as const;

const ablations = facts_answer(
  'ablations',
  () => asked.value && { ...twin(), prompt: asked.value.prompt },
);

function Compared() {
  const answer = ablations.shown.value;
  const language = asked.value?.language;
  if (ablations.error.value) return <CallErrorNotice error={ablations.error.value} />;
  if (answer === undefined) return <Waiting />;
  const data = () =>
    figure_of(answer, { rows: replaced, parts: ['right'], beside: { added: replaced } });
  return (
    <FigureFrame name="facts_ablations" title={t('facts.ablation_table')} data={data}>
      <NumberTable
        caption={t('facts.ablation_table')}
        heads={[
          t('facts.ablation_added'),
          t('facts.right_head'),
          t('facts.ablation_word'),
          t('facts.ablation_probability'),
        ]}
        rows={replaced.map((name) => ({
          head: t(`facts.ablation_${name}`),
          cells: [
            <Value key="right" of={answer} path={`${name}.right`} style="count" />,
            <span key="word" lang={language}>
              {word_text(answer.value[name].words[0])}
            </span>,
            <Value key="first" of={answer} path={`${name}.probabilities.0`} style="percent" />,
          ],
        }))}
      />
    </FigureFrame>
  );
}

export const Ablations = () => (
  <Folded {...folded_part('facts.ablation')}>
    <Paragraph class="prose" id="facts.ablation_text" />
    <Compared />
  </Folded>
);
