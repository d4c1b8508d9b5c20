/** Figures of what a pass consists of: its stages, and its time with each activation. */
import { scaleLinear } from 'd3-scale';
import { use_width } from '../../charts/use_width.ts';
import { NumberTable } from '../../controls/number_table.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { is_hint } from '../../numbers/rank_test.ts';
import { Value } from '../../numbers/value.tsx';
import { forward_stages, speed_activations } from './harness/cases.ts';
import { format_number, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import type { SpeedAnswers } from './answers.ts';
import { spread_at } from './spread_text.tsx';
import { activations_data, stage_name, stages_data, work_text } from './texts.ts';

type StagesProps = { readonly answer: Answer<SpeedAnswers['stages']> };

/** The stages, and the time that none of them takes, with their paths in the answer. */
const parts = [
  ...forward_stages.map((stage) => ({ stage, path: `stages.${stage}` as const })),
  { stage: 'rest', path: 'rest' },
] as const;

const stage_bar = { top: 4, height: 28 };
const stages_height = 56;
/** Narrower parts have no label. */
const labelled_width = 104;

function StageBar({ answer: { value } }: StagesProps) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const shares = [...forward_stages.map((stage) => value.stages[stage]), value.rest].map(
    ({ of_pass }) => Math.max(0, of_pass),
  );
  const sum_before = (end: number) => shares.slice(0, end).reduce((sum, share) => sum + share, 0);
  const x = scaleLinear([0, sum_before(shares.length)], [0, width]);
  const size = { width, height: stages_height, viewBox: `0 0 ${width} ${stages_height}` };
  return (
    <div ref={ref}>
      <svg class="plot speed_stages" {...size} aria-hidden="true" focusable="false">
        {parts.map(({ stage }, index) => {
          const left = x(sum_before(index));
          const room = x(shares[index] ?? 0);
          return (
            <g key={stage}>
              <rect
                class={`stage_bar stage_${stage}`}
                x={left}
                y={stage_bar.top}
                width={Math.max(0, room - 1)}
                height={stage_bar.height}
              />
              {room > labelled_width && (
                <text class="speed_label" x={left} y={stages_height - 6}>
                  {stage_name(stage)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

export function StagesFigure({ answer }: StagesProps) {
  const title = t('speed.stages_table', { work: work_text(answer.value.work) });
  const share = (path: (typeof parts)[number]['path']) => (
    <Value of={answer} path={`${path}.of_pass`} style="percent" />
  );
  const description = parts
    .slice(0, -1)
    .map(({ stage, path }) => (
      <Message
        key={stage}
        id="speed.stage_described"
        values={{ stage: stage_name(stage), share: share(path) }}
      />
    ));
  const cells = (path: string) => [
    spread_at(answer, `${path}.per_token`),
    spread_at(answer, `${path}.gflops`),
  ];
  const rows = [
    ...parts.map(({ stage, path }) => ({
      head: stage_name(stage),
      cells: [...cells(path), share(path)],
    })),
    {
      head: t('speed.stage_pass'),
      cells: [...cells('pass'), format_number(1, 'percent')],
      class: 'row_of_sums',
    },
  ];
  const heads = [t('speed.stage'), t('speed.per_token'), 'GFLOP/s', t('speed.of_pass')];
  return (
    <FigureFrame
      name="speed_stages"
      title={title}
      description={description}
      drawing
      data={() => stages_data(answer)}
    >
      <StageBar answer={answer} />
      <NumberTable class="speed_table" caption={title} heads={heads} rows={rows} />
    </FigureFrame>
  );
}

/**
 * Table of the activations; a rank test of the times with GELU and with ReLU decides the sentence
 * below.
 */
export function ActivationsFigure({
  answer,
}: {
  readonly answer: Answer<SpeedAnswers['activations']>;
}) {
  const title = t('speed.activations_table', { work: work_text(answer.value.work) });
  const heads = [t('speed.activation'), t('speed.milliseconds'), 'GFLOP/s'];
  const rows = speed_activations.map((name) => ({
    head: t(`activation.name_${name}`),
    cells: [
      spread_at(answer, `activations.${name}.milliseconds`),
      spread_at(answer, `activations.${name}.gflops`),
    ],
  }));
  const ratio = <Value of={answer} path="ratio" style="hundredths" />;
  return (
    <>
      <FigureFrame name="speed_activations" title={title} data={() => activations_data(answer)}>
        <NumberTable class="speed_table" caption={title} heads={heads} rows={rows} />
      </FigureFrame>
      <Paragraph
        class="note"
        id={is_hint(answer.value.rank_test) ? 'speed.together' : 'speed.apart'}
        values={{ ratio, p: <Value of={answer} path="rank_test.p_value" style="percent" /> }}
      />
    </>
  );
}
