/**
 * Models of the facts with hidden layers of different widths: loss and right sentences, trained
 * ahead, and one of them here.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ShareBar } from '../../charts/share_bar.tsx';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { facts_worker, start_facts } from '../../language_model/answers.ts';
import {
  trained_here,
  variants,
  wanted_width,
  type Variants,
} from '../../language_model/variants.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { WorkerNotice } from '../../numbers/core_notice.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_count, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';

/** Hidden units of the model that the button trains. */
const chosen_width = signal(64);

const columns = [
  { name: 'd_ff', style: 'count' },
  { name: 'loss', style: 'cell' },
  { name: 'right', style: 'count' },
  { name: 'right_without', style: 'count' },
] as const;

/** Indices of the runs with GELU, which differ in the width only. */
const widths_of = ({ runs }: Variants['value']) =>
  [...runs.keys()].filter((index) => runs[index]?.activation === 'gelu');

function variant_row(answer: Variants, index: number) {
  const { runs, of } = answer.value;
  const [head, ...cells] = columns.map(({ name, style }) => (
    <Value of={answer} path={`runs.${index}.${name}`} style={style} />
  ));
  const without = [{ name: 'attention', count: runs[index]?.right_without ?? 0 }] as const;
  return {
    head,
    cells: [
      ...cells.slice(0, -1),
      [cells.at(-1), <ShareBar key="bar" parts={without} full={of} />],
    ],
  };
}

/** Result of the training here; until it ends, the step that is reached. */
function Here() {
  const [answer, done] = [trained_here.shown.value, trained_here.progress.value];
  if (trained_here.pending.value)
    return <p role="status">{t('cost.training_here', { step: format_count(done?.done ?? 0) })}</p>;
  if (answer === undefined) return <p role="status" />;
  const { steps, last } = answer.value;
  const number = (path: 'd_ff' | 'right' | 'right_without' | 'of' | 'steps') => (
    <Value of={answer} path={path} style="count" />
  );
  const loss = <Value of={answer} path="loss" style="cell" />;
  const rights = { right: number('right'), without: number('right_without'), of: number('of') };
  const values = { d_ff: number('d_ff'), steps: number('steps'), loss, ...rights };
  return (
    <p role="status">
      <Message id={steps === last ? 'cost.trained_here' : 'cost.not_finite_here'} values={values} />
    </p>
  );
}

function TrainHere({ answer }: { readonly answer: Variants }) {
  const widths = widths_of(answer.value).map((index) => answer.value.runs[index]?.d_ff ?? 0);
  const train = () => (wanted_width.value = chosen_width.value);
  return (
    <div class="controls">
      <Choice
        legend={t('cost.train_width')}
        values={widths}
        label={format_count}
        of={chosen_width}
      />
      <Button text={t('cost.train_here')} disabled={trained_here.pending.value} on_click={train} />
    </div>
  );
}

function Table({ answer }: { readonly answer: Variants }) {
  const rows = widths_of(answer.value);
  const title = t('cost.held_table', { d_model: format_count(answer.value.d_model) });
  const data = () => figure_of(answer, { parts: ['runs', 'of', 'd_model'] });
  const of = <Value of={answer} path="of" style="count" />;
  const right = <Message key="right" id="cost.sentences_right" values={{ of }} />;
  const heads = ['d_ff', t('cost.last_loss'), right, t('cost.right_without')];
  return (
    <FigureFrame name="cost_held" title={title} data={data}>
      <NumberTable
        class="cost_table"
        caption={title}
        heads={heads}
        rows={rows.map((index) => variant_row(answer, index))}
      />
    </FigureFrame>
  );
}

export function Widths() {
  useEffect(start_facts, []);
  const answer = variants.shown.value;
  const prose = [
    <Heading key="heading" part="cost.held" />,
    <Paragraph key="text" id="cost.held_text" />,
  ];
  return (
    <div class="held">
      <ProseAndFigure prose={prose} figure="held_figure" busy={variants.pending}>
        <WorkerNotice state={facts_worker.state} again={facts_worker.restart} />
        <CallErrorNotice error={trained_here.error.value ?? variants.error.value} />
        {answer ? <Table answer={answer} /> : <Waiting />}
        {answer && <TrainHere answer={answer} />}
        {answer && <Here />}
      </ProseAndFigure>
    </div>
  );
}
