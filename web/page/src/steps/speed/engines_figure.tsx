/** Chart and table of the engines: medians with their quartiles, and the machine's limit measured during the same benchmark. */
import { scaleLinear } from 'd3-scale';
import { XTicks } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { NumberTable } from '../../controls/number_table.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import type { Answer } from '../../numbers/answers.ts';
import type { Path } from '../../numbers/path.ts';
import { Value } from '../../numbers/value.tsx';
import type { SpeedMode, Spread } from '../../speed/results.ts';
import { format_number, t } from '../../words/i18n.ts';
import { Message } from '../../words/message.tsx';
import type { EngineLine } from './engines.ts';
import type { Limits } from './measure.ts';
import type { SpeedAnswers } from './program.ts';
import { date_text, device_text, engine_name, engines_title, refusal_text } from './names.ts';
import type { EnginesInMode } from './names.ts';
import { engines_data } from './speed_figures.ts';

interface EnginesProps {
  readonly answer: Answer<SpeedAnswers['engines']>;
  readonly mode: SpeedMode;
}

const row_height = 40;
const bar = { top: 20, height: 14 };
const axis_height = 28;
const edge = 4;

type Scale = (gflops: number) => number;

/** The measured engines, with their places among the lines and their limits. */
const measured_rows = ({ lines, limits }: EnginesInMode) =>
  lines.flatMap((line, place) => {
    const { measured } = line;
    return measured ? [{ line, place, measured, limit: limits.find(({ workers }) => workers === line.workers)?.gflops }] : [];
  });
type Row = ReturnType<typeof measured_rows>[number];

const is_core_build = ({ engine }: EngineLine) => engine !== 'javascript' && engine !== 'eigen';

function Bar({ row: { line, measured, limit }, top, x }: { readonly row: Row; readonly top: number; readonly x: Scale }) {
  const { median, lower_quartile, upper_quartile } = measured.gflops;
  const middle = top + bar.top + bar.height / 2;
  return (
    <g>
      <text class="speed_label" x={x(0)} y={top + 14}>
        {engine_name(line)}
      </text>
      <rect
        class={is_core_build(line) ? 'speed_bar' : 'speed_bar speed_bar_other'}
        x={x(0)}
        y={top + bar.top}
        width={Math.max(1, x(median) - x(0))}
        height={bar.height}
      />
      <path
        class="speed_spread"
        d={`M${x(lower_quartile)} ${middle}H${x(upper_quartile)}M${x(lower_quartile)} ${middle - 4}v8M${x(upper_quartile)} ${middle - 4}v8`}
      />
      {limit !== undefined && <path class="speed_limit" d={`M${x(limit)} ${top + bar.top - 4}v${bar.height + 8}`} />}
    </g>
  );
}

/** Entry of the chart's legend. */
function Swatch({
  name,
  width,
  path,
  text,
}: {
  readonly name: string;
  readonly width: number;
  readonly path: string;
  readonly text: string;
}) {
  return (
    <span>
      <svg class="speed_swatch" width={width} height="16" viewBox={`0 0 ${width} 16`}>
        <path class={name} d={path} />
      </svg>{' '}
      {text}
    </span>
  );
}

function Bars({ shown }: { readonly shown: EnginesInMode }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const rows = measured_rows(shown);
  const bottom = rows.length * row_height;
  const height = bottom + axis_height;
  const most = Math.max(...rows.flatMap(({ measured, limit }) => [measured.gflops.upper_quartile, limit ?? 0]));
  const x = scaleLinear([0, most], [edge, Math.max(2 * edge, width - 4 * edge)]);
  return (
    <div ref={ref}>
      <h3 class="plot_title">{t('speed.chart')}</h3>
      <svg class="plot speed_chart" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        <g class="plot_grid">
          <XTicks x={x} ticks={x.ticks(width / 80)} top={0} bottom={bottom} format_tick={(tick) => format_number(tick, 'tick')} />
          <path d={`M0 ${bottom}H${width}`} />
        </g>
        {rows.map((row, index) => (
          <Bar key={index} row={row} top={index * row_height} x={x} />
        ))}
      </svg>
      <p class="speed_legend" aria-hidden="true">
        <Swatch name="speed_spread" width={20} path="M2 8H18M2 4v8M18 4v8" text={t('speed.legend_spread')} />
        <Swatch name="speed_limit" width={8} path="M4 0V16" text={t('speed.legend_limit')} />
      </p>
    </div>
  );
}

interface SpreadCellProps<Value> {
  readonly of: Answer<Value>;
  /** Path of the spread in the answer. */
  readonly path: string;
  readonly style?: 'tick' | 'percent';
}

/** Table cell with a median and its quartiles. */
export function SpreadCell<Found>({ of, path, style = 'tick' }: SpreadCellProps<Found>) {
  const value = (part: keyof Spread) => <Value of={of} path={`${path}.${part}` as Path<Found>} style={style} />;
  return (
    <td>
      {value('median')}
      <span class="speed_between">
        {value('lower_quartile')} – {value('upper_quartile')}
      </span>
    </td>
  );
}

function EngineRow({ answer, mode, place }: EnginesProps & { readonly place: number }) {
  const line = answer.value[mode].lines[place];
  if (line === undefined) return null;
  const path = `${mode}.lines.${place}.measured`;
  return (
    <tr>
      <th scope="row">{engine_name(line)}</th>
      {line.measured ? (
        <>
          <SpreadCell of={answer} path={`${path}.per_token`} />
          <SpreadCell of={answer} path={`${path}.gflops`} />
          <SpreadCell of={answer} path={`${path}.share`} style="percent" />
        </>
      ) : (
        <td colSpan={3} class="speed_refused">
          {line.refused && refusal_text(line.refused)}
        </td>
      )}
    </tr>
  );
}

function EnginesTable({ answer, mode }: EnginesProps) {
  const shown = answer.value[mode];
  return (
    <NumberTable
      class="speed_table"
      caption={engines_title(shown)}
      heads={[t('speed.engine'), t('speed.per_token'), 'GFLOP/s', t('speed.share')]}
    >
      <tbody>
        {shown.lines.map(({ engine, workers }, place) => (
          <EngineRow key={`${engine} ${workers}`} answer={answer} mode={mode} place={place} />
        ))}
      </tbody>
    </NumberTable>
  );
}

/** Text alternative of the chart. */
function Description({ answer, mode }: EnginesProps) {
  return (
    <>
      {measured_rows(answer.value[mode]).map(({ line, place }) => {
        const values = {
          engine: engine_name(line),
          gflops: <Value of={answer} path={`${mode}.lines.${place}.measured.gflops.median`} style="tick" />,
          share: <Value of={answer} path={`${mode}.lines.${place}.measured.share.median`} style="percent" />,
        };
        return <Message key={place} id="speed.described" values={values} />;
      })}
    </>
  );
}

export function EnginesFigure({ answer, mode }: EnginesProps) {
  const shown = answer.value[mode];
  return (
    <FigureFrame
      name="speed"
      title={engines_title(shown)}
      description={<Description answer={answer} mode={mode} />}
      drawing
      note={`${device_text()}, ${date_text(shown.date)}`}
      data={() => engines_data(answer, mode)}
    >
      <Bars shown={shown} />
      <EnginesTable answer={answer} mode={mode} />
    </FigureFrame>
  );
}

/** Peak rates that the microbenchmark loops reached. */
export function LimitsText({ answer, mode, limits, place }: EnginesProps & { readonly limits: Limits; readonly place: number }) {
  const value = (kind: 'fused' | 'separate' | 'stream') => (
    <Value of={answer} path={`${mode}.limits.${place}.${kind}.median`} style="tick" />
  );
  return (
    <p class="hint">
      <Message
        id="speed.limits"
        values={{
          cores: limits.workers,
          arithmetic: value(limits.fused ? 'fused' : 'separate'),
          separate: value('separate'),
          reading: value('stream'),
        }}
      />
    </p>
  );
}

/** Largest difference between the outputs of the engines. */
export function AgreementText({ answer, mode }: EnginesProps) {
  const compared = answer.value[mode].lines.flatMap((line, place) =>
    line.difference === undefined ? [] : [{ line, place, difference: line.difference }],
  );
  const [first, ...others] = compared;
  const farthest = others.reduce((most, one) => (one.difference >= (most?.difference ?? 0) ? one : most), others[0]);
  if (first === undefined || farthest === undefined) return null;
  const difference = <Value of={answer} path={`${mode}.lines.${farthest.place}.difference`} style="limit" />;
  return (
    <p class="hint">
      <Message id="speed.agreement" values={{ first: engine_name(first.line), farthest: engine_name(farthest.line), difference }} />
    </p>
  );
}
