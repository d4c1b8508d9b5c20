/**
 * Shows what the network is for: a language model that has learnt facts, and what it loses without
 * its parts.
 */
import { computed, type Signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { BlockSwitches } from '../../charts/block_switches.tsx';
import { fact_map_legend } from '../../charts/fact_map.tsx';
import { CopyText } from '../../controls/copy_text.tsx';
import { Folded } from '../../controls/folded.tsx';
import type { LegendEntry, Legend } from '../../words/legend.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { Downloads } from '../../export/downloads.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import {
  corpus,
  facts_worker,
  start_facts,
  word_text,
  type FactsAnswer,
} from '../../language_model/answers.ts';
import { asked, next, right, sentence } from '../../language_model/chosen.ts';
import { corpus_text, type Corpus } from '../../language_model/corpus.ts';
import { Bench, FactsStep } from '../../language_model/facts_step.tsx';
import { NextWord } from '../../language_model/next_word.tsx';
import { RightMap } from '../../language_model/right_map.tsx';
import type * as file_recipe from '../../language_model/file_recipe.ts';
import { pytorch_program } from '../../language_model/pytorch.ts';
import { SentenceChoice } from '../../language_model/sentence_choice.tsx';
import { run_recipe } from '../../compute/connection.ts';
import { store } from '../../state/store.ts';
import { fact_activations } from '../../state/url_state.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { autonyms, languages } from '../../words/languages.ts';
import { Paragraph, Prose } from '../../controls/message.tsx';
import { folded_part } from '../../words/parts.ts';
import { Ablations } from './ablations.tsx';
import './facts.css';
import { on_or_off } from './on_or_off.ts';
import { PromptField, unanswered } from './prompt_field.tsx';
import { UnitSwitch } from './unit_switch.tsx';

export { sheet_cells } from './sheet.tsx';

const switched = (name: string, of: Signal<boolean>) => ({
  name,
  on: of.value,
  state: on_or_off(of.value),
  on_switch: (on: boolean) => (of.value = on),
});

/** The parts of the block. */
const Switches = () => (
  <BlockSwitches
    label={t('facts.block')}
    from={t('facts.token_vectors')}
    to={t('facts.next_word')}
    parts={[
      switched(t('facts.attention'), store.fact_attention),
      switched(t('facts.network'), store.fact_network),
    ]}
  />
);

/** Rows of the table of right answers. */
const counted = ['all', ...languages] as const;

function RightAnswers({ answer }: { readonly answer: FactsAnswer<'right'> | undefined }) {
  const value = (row: (typeof counted)[number], field: 'right' | 'of') => (
    <Value of={answer} path={`${row}.${field}`} style="count" />
  );
  const data = () => figure_of(answer, { rows: counted, beside: { language: counted } });
  return (
    <FigureFrame name="facts_right" title={t('facts.right')} data={data}>
      <NumberTable
        caption={t('facts.right')}
        heads={[undefined, t('facts.right_head'), t('facts.of_head')]}
        rows={languages.map((code) => ({
          head: autonyms[code],
          cells: [value(code, 'right'), value(code, 'of')],
        }))}
      />
    </FigureFrame>
  );
}

const file = (name: string, type: string, content: () => BlobPart | Promise<BlobPart>) => ({
  name,
  label: name,
  make: async () => new Blob([await content()], { type }),
});

const files_of = (shown: Corpus) => [
  ...fact_activations.map((activation) =>
    file(`facts.${activation}.safetensors`, 'application/octet-stream', () =>
      run_recipe<typeof file_recipe.model_file>(facts_worker, 'facts.model_file', { activation }),
    ),
  ),
  file('vocabulary.json', 'application/json', () =>
    run_recipe<typeof file_recipe.vocabulary_file>(facts_worker, 'facts.vocabulary_file', {}),
  ),
  file('sentences.txt', 'text/plain', () => corpus_text(shown)),
];

const program = computed(() =>
  pytorch_program(store.fact_activation.value, asked.value?.prompt.map(word_text) ?? []),
);

/**
 * The model, its vocabulary and its sentences as files, and the program that runs it in PyTorch.
 */
function ModelFiles() {
  const shown = corpus.value;
  if (shown === undefined) return null;
  return (
    <>
      <Paragraph class="note" id="facts.files_text" />
      <Downloads files={files_of(shown)} />
      <CopyText title="PyTorch" code text={program} />
    </>
  );
}

/** Says what the model is not, and offers its files. */
function Below() {
  const sources = <a href="#glossary_sources">{t('glossary.sources_title')}</a>;
  return (
    <>
      <Paragraph class="prose hint" id="facts.toy_text" />
      <Folded {...folded_part('facts.counts')}>
        <RightAnswers answer={right.shown.value} />
      </Folded>
      <Ablations />
      <Folded {...folded_part('facts.large')}>
        <Paragraph class="prose" id="facts.large_text" values={{ sources }} />
      </Folded>
      <Folded {...folded_part('facts.files')}>
        <ModelFiles />
      </Folded>
    </>
  );
}

/** The answer to what the field shows; its space while there is none. */
function Answered({ children }: { readonly children: ComponentChildren }) {
  const why = unanswered.value;
  return (
    <div class="coverable">
      <div class="coverable_answer" inert={why !== undefined}>
        {children}
      </div>
      <div class={why ? 'cover' : 'no_cover'} role="status">
        {why && <p class="cover_text">{t(`facts.no_answer_${why}`)}</p>}
      </div>
    </div>
  );
}

export function Panel() {
  useEffect(start_facts, []);
  const [all, chosen, prompt] = [corpus.value, sentence.value, asked.value];
  const answer = next.shown.value;
  return (
    <FactsStep
      ready={chosen !== undefined}
      busy={chosen === undefined || next.pending.value || right.pending.value}
      error={next.error.value ?? right.error.value}
      prose={<Prose ids={['facts.lead', 'facts.model_text', 'facts.try']} />}
      below={<Below />}
      wide
    >
      <Bench
        choice={
          all &&
          chosen &&
          prompt && (
            <SentenceChoice chosen={chosen}>
              <PromptField prompt={prompt} corpus={all} />
            </SentenceChoice>
          )
        }
        above={
          prompt && answer ? (
            <Answered>
              <NextWord name="facts_next" answer={answer} sentence={prompt} />
            </Answered>
          ) : (
            <Waiting />
          )
        }
        control={<Switches />}
        below={
          <RightMap
            name="facts_map"
            unchosen={unanswered.value !== undefined || prompt?.number === undefined}
          />
        }
        more={
          <>
            <UnitSwitch />
            <p class="hint">{t('facts.block_text')}</p>
          </>
        }
      />
    </FactsStep>
  );
}

const entry = (
  name: 'line' | 'part' | 'sum',
  classes: readonly string[],
  ...pieces: VNode[]
): LegendEntry => ({
  text: `facts.symbol_${name}`,
  classes,
  sample: (
    <svg class="parts_lines" viewBox="0 0 64 24">
      {pieces}
    </svg>
  ),
});

export const legend: Legend = [
  ...fact_map_legend,
  entry(
    'line',
    ['parts_stream', 'parts_tip'],
    <path d="M2 12H56" />,
    <path class="parts_tip" d="M52 7V17L62 12Z" />,
  ),
  entry(
    'part',
    ['parts_box', 'parts_off', 'parts_branch'],
    <rect class="parts_sample" x={8} y={2} width={48} height={20} rx={4} />,
  ),
  entry(
    'sum',
    ['parts_sum', 'parts_plus'],
    <path d="M2 12H62" />,
    <circle class="parts_sum" cx={32} cy={12} r={10} />,
    <path class="parts_plus" d="M27 12H37M32 7V17" />,
  ),
];
