/**
 * Where a fact is: the hidden units that contribute to an answer, the sentences on which a unit
 * fires, and the words that it writes.
 */
import { useEffect } from 'preact/hooks';
import { fact_heat_legend } from '../../charts/fact_map.tsx';
import { heat_map_legend } from '../../charts/heat_map.tsx';
import { Button } from '../../controls/button.tsx';
import { Folded, FoldedOnPhone } from '../../controls/folded.tsx';
import { on_phone } from '../../controls/window_width.ts';
import { NumberTable } from '../../controls/number_table.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import {
  all_sentences,
  corpus,
  facts_answer,
  start_facts,
  word_text,
  type FactsAnswer,
} from '../../language_model/answers.ts';
import { holders, sentence, twin, unit } from '../../language_model/chosen.ts';
import { MapOfFacts } from '../../language_model/fact_map.tsx';
import { Bench, FactsStep } from '../../language_model/facts_step.tsx';
import { SentenceChoice } from '../../language_model/sentence_choice.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { store } from '../../state/store.ts';
import { fact_activations, type FactActivation } from '../../state/url_state.ts';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_number, t } from '../../words/i18n.ts';
import { Message, Paragraph, Prose } from '../../controls/message.tsx';
import type { Legend } from '../../words/legend.tsx';
import { folded_part } from '../../words/parts.ts';
import { strips, Strips } from './strips.tsx';
import './memory.css';

const memory = facts_answer('memory', () =>
  unit.value === undefined ? undefined : { ...twin(), unit: unit.value },
);

/** A phone shows the four that the task is about, so that the chosen unit's sentences are near. */
const shown_units = () => (on_phone.value ? 4 : undefined);

function Holders({ answer }: { readonly answer: FactsAnswer<'holders'> }) {
  const { units } = answer.value;
  const data = () => figure_of(answer, { parts: ['units', 'attributions', 'without'] });
  const button = (number: number, row: number) => {
    const text = [
      // The head of the column says so to those who see it.
      <span key="name" class="visually_hidden">
        {`${t('memory.unit')} `}
      </span>,
      <Value key="unit" of={answer} path={`units.${row}`} style="count" />,
    ];
    return (
      <Button
        text={text}
        small
        aria-pressed={number === unit.value}
        on_click={() => (store.fact_unit.value = number)}
      />
    );
  };
  return (
    <FigureFrame name="memory_units" title={t('memory.holders')} data={data}>
      <NumberTable
        caption={t('memory.holders')}
        heads={[t('memory.unit'), t('memory.attribution'), t('memory.without')]}
        rows={units.slice(0, shown_units()).map((number, row) => ({
          head: button(number, row),
          cells: [
            <Value of={answer} path={`attributions.${row}`} style="cell" />,
            <Value of={answer} path={`without.${row}`} style="percent" />,
          ],
        }))}
      />
      <p class="hint">
        <Message
          id="memory.with_all"
          values={{ share: <Value of={answer} path="probability" style="percent" /> }}
        />
      </p>
    </FigureFrame>
  );
}

/** How strongly the unit is active after each sentence. */
function UnitMap({ answer }: { readonly answer: FactsAnswer<'memory'> }) {
  const { after, activations } = answer.value;
  const title = t('memory.map_of', { unit: format_number(unit.value ?? 0, 'count') });
  const data = () =>
    figure_of(answer, {
      parts: ['after'],
      beside: { sentence: all_sentences().map(({ text }) => text) },
    });
  return (
    <MapOfFacts
      name="memory_map"
      title={title}
      data={data}
      levels={after}
      limit={activations[0] ?? 0}
      about={({ number, text }) => (
        <>
          <span class="fact_map_sentence">{text} …</span>{' '}
          <Value of={answer} path={`after.${number}`} style="cell" />
        </>
      )}
      description={title}
    >
      <p class="fact_map_hint">{title}</p>
    </MapOfFacts>
  );
}

const Words = ({
  answer,
  of,
}: {
  readonly answer: FactsAnswer<'memory'>;
  readonly of: 'promoted' | 'demoted';
}) => (
  <NumberTable
    caption={t(`memory.${of}`)}
    heads={[t('memory.word'), <Message id="memory.effect" />]}
    rows={answer.value[of].words.map((word, row) => ({
      head: word_text(word),
      cells: [<Value of={answer} path={`${of}.effects.${row}`} style="cell" />],
    }))}
  />
);

function Unit({ answer }: { readonly answer: FactsAnswer<'memory'> }) {
  const { prompts } = answer.value;
  const sentences = prompts.flatMap((number) => corpus.value?.sentences[number] ?? []);
  const texts = sentences.map(({ text }) => text);
  const title = t('memory.of_unit', { unit: format_number(unit.value ?? 0, 'count') });
  const data = () =>
    figure_of(answer, {
      parts: ['activations', 'prompts', 'promoted', 'demoted'],
      beside: { sentence: texts },
    });
  return (
    <FigureFrame name="memory_unit" title={title} data={data}>
      <h3>{title}</h3>
      <NumberTable
        caption={t('memory.fires')}
        heads={[t('memory.sentence'), t('memory.activation')]}
        rows={sentences.map(({ language, text }, row) => ({
          head: <span lang={language}>{text} …</span>,
          cells: [<Value of={answer} path={`activations.${row}`} style="cell" />],
        }))}
      />
      <div class="memory_words">
        <Words answer={answer} of="promoted" />
        <Words answer={answer} of="demoted" />
      </div>
    </FigureFrame>
  );
}

const twins = facts_answer('twins', () => sentence.value && { prompt: sentence.value.prompt });

const twin_rows = ['right', 'zero_share', 'dead', 'needed'] as const;

const twins_rows = { rows: fact_activations, beside: { activation: fact_activations } };

/** The models with GELU and with ReLU side by side. */
function Twins() {
  const answer = twins.shown.value;
  const cell = (name: FactActivation, row: (typeof twin_rows)[number]) => {
    const number = (
      <Value
        of={answer}
        path={`${name}.${row}`}
        style={row === 'zero_share' ? 'percent' : 'count'}
      />
    );
    if (row === 'needed' && answer?.value[name].gone === false)
      return <Message id="memory.stays" values={{ count: number }} />;
    // The number that the row's is compared with.
    const all = row === 'right' ? 'of' : row === 'dead' ? 'd_ff' : undefined;
    if (all === undefined) return number;
    return (
      <Message
        id="memory.of"
        values={{ number, all: <Value of={answer} path={`${name}.${all}`} style="count" /> }}
      />
    );
  };
  return (
    <div aria-busy={twins.pending.value}>
      <CallErrorNotice error={twins.error.value} />
      <FigureFrame
        name="memory_twins"
        title={t('memory.twins_title')}
        data={() => figure_of(answer, twins_rows)}
      >
        <NumberTable
          caption={<span lang={sentence.value?.language}>{sentence.value?.text} …</span>}
          heads={[undefined, ...fact_activations.map((twin) => activation_names[twin])]}
          rows={twin_rows.map((row) => ({
            head: t(`memory.twins_${row}`),
            cells: fact_activations.map((name) => cell(name, row)),
          }))}
        />
      </FigureFrame>
      <Paragraph class="note" id="memory.twins_text" />
    </div>
  );
}

export function Panel() {
  useEffect(start_facts, []);
  const chosen = sentence.value;
  const [of_fact, of_sentences, of_unit] = [
    holders.shown.value,
    strips.shown.value,
    memory.shown.value,
  ];
  return (
    <FactsStep
      wide
      ready={chosen !== undefined}
      busy={
        chosen === undefined ||
        holders.pending.value ||
        strips.pending.value ||
        memory.pending.value
      }
      error={holders.error.value ?? strips.error.value ?? memory.error.value}
      prose={<Prose ids={['memory.lead', 'memory.key_text', 'memory.try']} />}
      below={
        <Folded {...folded_part('memory.twins')}>
          <Twins />
        </Folded>
      }
    >
      <Bench
        tall_above
        choice={chosen && <SentenceChoice chosen={chosen} />}
        above={of_unit ? <UnitMap answer={of_unit} /> : <Waiting class="fact_map_waiting" />}
        control={of_fact ? <Holders answer={of_fact} /> : <Waiting />}
        below={of_unit ? <Unit answer={of_unit} /> : <Waiting />}
      />
      <FoldedOnPhone {...folded_part('memory.strips')}>
        {of_sentences ? <Strips answer={of_sentences} /> : <Waiting />}
      </FoldedOnPhone>
    </FactsStep>
  );
}

export const legend: Legend = [...fact_heat_legend, ...heat_map_legend];
