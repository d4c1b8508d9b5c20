/** Figures of the two exercises: the stages of a pass, each compared with the whole, and GELU compared with ReLU. */
import { scaleLinear } from 'd3-scale';
import { use_width } from '../../charts/use_width.ts';
import { NumberTable } from '../../controls/number_table.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { Value } from '../../numbers/value.tsx';
import { forward_stages, speed_activations } from '../../speed/cases.ts';
import { format_number, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import type { SpeedAnswers } from './program.ts';
import { stage_name, work_text } from './names.ts';
import { activations_data, stages_data } from './speed_figures.ts';
import { SpreadCell } from './engines_figure.tsx';

interface StagesProps {
  readonly answer: Answer<SpeedAnswers['stages']>;
}

/** The stages, and what is in none of them, with their paths in the answer. */
const parts = [...forward_stages.map((stage) => ({ stage, path: `stages.${stage}` as const })), { stage: 'rest', path: 'rest' }] as const;

const bar = { top: 4, height: 28 };
const total_height = 56;
/** Narrower parts have no label. */
const labelled_width = 104;

/** Stacked bar of the stages, scaled by their shares of the time. */
function StageBar({ answer: { value } }: StagesProps) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const shares = [...forward_stages.map((stage) => value.stages[stage].of_pass), value.rest.of_pass].map((share) => Math.max(0, share));
  const sum_before = (end: number) => shares.slice(0, end).reduce((sum, share) => sum + share, 0);
  const x = scaleLinear([0, sum_before(shares.length)], [0, width]);
  const size = { width, height: total_height, viewBox: `0 0 ${width} ${total_height}` };
  return (
    <div ref={ref}>
      <svg class="plot speed_stages" {...size} aria-hidden="true" focusable="false">
        {parts.map(({ stage }, index) => {
          const left = x(sum_before(index));
          const room = x(shares[index] ?? 0);
          return (
            <g key={stage}>
              <rect class={`stage_bar stage_${stage}`} x={left} y={bar.top} width={Math.max(0, room - 1)} height={bar.height} />
              {room > labelled_width && (
                <text class="speed_label" x={left} y={total_height - 6}>
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
  const share = (path: (typeof parts)[number]['path']) => <Value of={answer} path={`${path}.of_pass`} style="percent" />;
  const description = parts
    .slice(0, -1)
    .map(({ stage, path }) => <Message key={stage} id="speed.stage_described" values={{ stage: stage_name(stage), share: share(path) }} />);
  const rows = [
    ...parts.map(({ stage, path }) => ({ name: stage_name(stage), path, of_pass: share(path) })),
    { name: t('speed.stage_pass'), path: 'pass', of_pass: format_number(1, 'percent') },
  ];
  return (
    <FigureFrame name="speed_stages" title={title} description={description} drawing data={() => stages_data(answer)}>
      <StageBar answer={answer} />
      <NumberTable class="speed_table" caption={title} heads={[t('speed.stage'), t('speed.per_token'), 'GFLOP/s', t('speed.of_pass')]}>
        <tbody>
          {rows.map(({ name, path, of_pass }) => (
            <tr key={path} class={path === 'pass' ? 'row_of_sums' : undefined}>
              <th scope="row">{name}</th>
              <SpreadCell of={answer} path={`${path}.per_token`} />
              <SpreadCell of={answer} path={`${path}.gflops`} />
              <td>{of_pass}</td>
            </tr>
          ))}
        </tbody>
      </NumberTable>
    </FigureFrame>
  );
}

/** Table of the activations; whether the interquartile ranges of GELU and ReLU are disjoint decides the sentence below. */
export function ActivationsFigure({ answer }: { readonly answer: Answer<SpeedAnswers['activations']> }) {
  const title = t('speed.activations_table', { work: work_text(answer.value.work) });
  const ratio = <Value of={answer} path="ratio" style="hundredths" />;
  return (
    <>
      <FigureFrame name="speed_activations" title={title} data={() => activations_data(answer)}>
        <NumberTable class="speed_table" caption={title} heads={[t('speed.activation'), t('speed.milliseconds'), 'GFLOP/s']}>
          <tbody>
            {speed_activations.map((name) => (
              <tr key={name}>
                <th scope="row">{t(`activation.name_${name}`)}</th>
                <SpreadCell of={answer} path={`activations.${name}.milliseconds`} />
                <SpreadCell of={answer} path={`activations.${name}.gflops`} />
              </tr>
            ))}
          </tbody>
        </NumberTable>
      </FigureFrame>
      <Paragraph class="note" id={answer.value.apart ? 'speed.apart' : 'speed.together'} values={{ ratio }} />
    </>
  );
}
