/** Figures of the two exercises: the stages of a pass, each compared with the whole, and GELU compared with ReLU. */
import { scaleLinear } from 'd3-scale';
import { use_width } from '../../charts/use_width.ts';
import { NumberTable } from '../../controls/number_table.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { Value } from '../../numbers/value.tsx';
import { forward_stages, speed_activations } from '../../speed/cases.ts';
import { format_number, t } from '../../words/i18n.ts';
import { Message } from '../../words/message.tsx';
import type { SpeedAnswers } from './program.ts';
import { stage_name, work_text } from './names.ts';
import type { StageName } from './names.ts';
import { activations_data, stages_data } from './speed_figures.ts';
import { SpreadCell } from './engines_figure.tsx';

interface StagesProps {
  readonly answer: Answer<SpeedAnswers['stages']>;
}

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
  return (
    <div ref={ref}>
      <svg
        class="plot speed_stages"
        width={width}
        height={total_height}
        viewBox={`0 0 ${width} ${total_height}`}
        aria-hidden="true"
        focusable="false"
      >
        {[...forward_stages, 'rest' as const].map((stage, index) => {
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

function StageRow({ answer, stage }: StagesProps & { readonly stage: StageName }) {
  const path = `stages.${stage}` as const;
  return (
    <tr>
      <th scope="row">{stage_name(stage)}</th>
      <SpreadCell of={answer} path={`${path}.per_token`} />
      {stage === 'activation' ? <td>–</td> : <SpreadCell of={answer} path={`${path}.gflops`} />}
      <td>
        <Value of={answer} path={`${path}.of_pass`} style="percent" />
      </td>
    </tr>
  );
}

function StagesTable({ answer }: StagesProps) {
  return (
    <NumberTable
      class="speed_table"
      caption={t('speed.stages_table', { work: work_text(answer.value.work) })}
      heads={[t('speed.stage'), t('speed.per_token'), 'GFLOP/s', t('speed.of_pass')]}
    >
      <tbody>
        {forward_stages.map((stage) => (
          <StageRow key={stage} answer={answer} stage={stage} />
        ))}
        <tr>
          <th scope="row">{stage_name('rest')}</th>
          <td>–</td>
          <td>–</td>
          <td>
            <Value of={answer} path="rest.of_pass" style="percent" />
          </td>
        </tr>
        <tr class="row_of_sums">
          <th scope="row">{t('speed.stage_pass')}</th>
          <SpreadCell of={answer} path="pass.per_token" />
          <SpreadCell of={answer} path="pass.gflops" />
          <td>{format_number(1, 'percent')}</td>
        </tr>
      </tbody>
    </NumberTable>
  );
}

export function StagesFigure({ answer }: StagesProps) {
  const description = forward_stages.map((stage) => {
    const share = <Value of={answer} path={`stages.${stage}.of_pass`} style="percent" />;
    return <Message key={stage} id="speed.stage_described" values={{ stage: stage_name(stage), share }} />;
  });
  return (
    <FigureFrame
      name="speed_stages"
      title={t('speed.stages_table', { work: work_text(answer.value.work) })}
      description={description}
      drawing
      data={() => stages_data(answer)}
    >
      <StageBar answer={answer} />
      <StagesTable answer={answer} />
    </FigureFrame>
  );
}

/** Table of the activations; whether the interquartile ranges of GELU and ReLU are disjoint decides the sentence below. */
export function ActivationsFigure({ answer }: { readonly answer: Answer<SpeedAnswers['activations']> }) {
  const title = t('speed.activations_table', { work: work_text(answer.value.work) });
  const ratio = <Value of={answer} path="ratio" style="factor" />;
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
      <p class="note">
        <Message id={answer.value.apart ? 'speed.apart' : 'speed.together'} values={{ ratio }} />
      </p>
    </>
  );
}
