/** The models with GELU and with ReLU side by side. */
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_at, text_column } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { facts_answer, type FactsAnswer } from '../../facts/answers.ts';
import { sentence } from '../../facts/chosen.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { fact_activations, type FactActivation } from '../../numbers/url_state.ts';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';

const twins = facts_answer('twins', () => sentence.value && { prompt: sentence.value.prompt });

const rows = ['right', 'zero_share', 'dead', 'needed'] as const;

/** The number beside which that of a row is read. */
const whole: Partial<Record<string, 'of' | 'd_ff'>> = { right: 'of', dead: 'd_ff' };

interface CellProps {
  readonly answer: FactsAnswer<'twins'> | undefined;
  readonly twin: FactActivation;
  readonly row: (typeof rows)[number];
}

function Cell({ answer, twin, row }: CellProps) {
  const number = <Value of={answer} path={`${twin}.${row}`} style={row === 'zero_share' ? 'percent' : 'count'} />;
  if (row === 'needed' && answer?.value[twin].gone === false) return <Message id="memory.stays" values={{ count: number }} />;
  const all = whole[row];
  if (all === undefined) return number;
  return <Message id="memory.of" values={{ number, all: <Value of={answer} path={`${twin}.${all}`} style="count" /> }} />;
}

const data_of = (answer: FactsAnswer<'twins'>) =>
  figure_at(answer, {
    rows: rows.length,
    columns: [
      text_column('measure', rows),
      ...fact_activations.map((twin) => ({ name: twin, path: (row: number) => `${twin}.${rows[row]}` })),
    ],
  });

export function Twins() {
  const answer = twins.shown.value;
  return (
    <div aria-busy={twins.pending.value}>
      <CallErrorNotice error={twins.error.value} />
      <FigureFrame name="memory_twins" title={t('memory.twins_title')} data={() => answer && data_of(answer)}>
        <NumberTable
          caption={<span lang={sentence.value?.language}>{sentence.value?.text} …</span>}
          heads={[undefined, ...fact_activations.map((twin) => activation_names[twin])]}
          rows={rows.map((row) => ({
            head: t(`memory.twins_${row}`),
            cells: fact_activations.map((twin) => <Cell answer={answer} twin={twin} row={row} />),
          }))}
        />
      </FigureFrame>
      <Paragraph class="note" id="memory.twins_text" />
    </div>
  );
}
