/** Breakdown of a pass: each stage is measured separately and compared with the whole pass. */
import { NumberTable } from '../../controls/number_table.tsx';
import { scaleLinear } from 'd3-scale';
import { use_width } from '../../charts/use_width.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { forward_stages } from './calls.ts';
import type { StageName, StagesReply } from './calls.ts';
import { measured_name, stage_name, work_text } from './names.ts';
import { stages_data } from './speed_figures.ts';
import { SpreadCell } from './tables.tsx';

const bar = { top: 4, height: 28 };
const total_height = 56;

const name_of = ({ engine, work, activation }: StagesReply) => measured_name({ engine, workers: 1 }, work, activation);

/** Stacked bar of the stages, scaled by their shares of the time. */
function StageBar({ reply }: { readonly reply: StagesReply }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const rows = [...forward_stages, 'rest' as const].map((stage) => ({ stage, share: Math.max(0, share_of(reply, stage)) }));
  const x = scaleLinear([0, rows.reduce((sum, { share }) => sum + share, 0)], [0, width]);
  const starts = rows.map((_, index) => rows.slice(0, index).reduce((sum, { share }) => sum + share, 0));
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
        {rows.map(({ stage, share }, index) => {
          const left = x(starts[index] ?? 0);
          const room = x(share);
          return (
            <g key={stage}>
              <rect class={`stage_bar stage_${stage}`} x={left} y={bar.top} width={Math.max(0, room - 1)} height={bar.height} />
              {room > 104 && (
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

const share_of = (reply: StagesReply, stage: StageName | 'rest') => (stage === 'rest' ? reply.rest : reply.stages[stage].of_pass);

function Share({ reply, stage }: { readonly reply: StagesReply; readonly stage: StageName | 'rest' }) {
  return <Value value={share_of(reply, stage)} style="percent" call="measure" tensor={name_of(reply)} index={`${stage}.of_pass`} />;
}

function StageRow({ reply, stage }: { readonly reply: StagesReply; readonly stage: StageName }) {
  const line = reply.stages[stage];
  return (
    <tr>
      <th scope="row">{stage_name(stage)}</th>
      <SpreadCell spread={line.per_token} style="tick" name={name_of(reply)} index={`${stage}.per_token`} />
      {line.gflops ? <SpreadCell spread={line.gflops} style="tick" name={name_of(reply)} index={`${stage}.gflops`} /> : <td>–</td>}
      <td>
        <Share reply={reply} stage={stage} />
      </td>
    </tr>
  );
}

function StagesTable({ reply }: { readonly reply: StagesReply }) {
  return (
    <NumberTable
      class="speed_table"
      caption={t('speed.stages_table', { work: work_text(reply.work) })}
      heads={[t('speed.stage'), t('speed.per_token'), 'GFLOP/s', t('speed.of_pass')]}
    >
      <tbody>
        {forward_stages.map((stage) => (
          <StageRow key={stage} reply={reply} stage={stage} />
        ))}
        <tr>
          <th scope="row">{stage_name('rest')}</th>
          <td>–</td>
          <td>–</td>
          <td>
            <Share reply={reply} stage="rest" />
          </td>
        </tr>
        <tr class="row_of_sums">
          <th scope="row">{t('speed.stage_pass')}</th>
          <SpreadCell spread={reply.pass.per_token} style="tick" name={name_of(reply)} index="per_token" />
          <SpreadCell spread={reply.pass.gflops} style="tick" name={name_of(reply)} index="gflops" />
          <td>{format_number(1, 'percent')}</td>
        </tr>
      </tbody>
    </NumberTable>
  );
}

export function StagesFigure({ reply }: { readonly reply: StagesReply }) {
  return (
    <FigureFrame
      name="speed_stages"
      title={t('speed.stages_table', { work: work_text(reply.work) })}
      description={forward_stages.map((stage) => (
        <Message
          key={stage}
          id="speed.stage_described"
          values={{ stage: stage_name(stage), share: <Share reply={reply} stage={stage} /> }}
        />
      ))}
      drawing
      data={() => stages_data(reply)}
    >
      <StageBar reply={reply} />
      <StagesTable reply={reply} />
    </FigureFrame>
  );
}
