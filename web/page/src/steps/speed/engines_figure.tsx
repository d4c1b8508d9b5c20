/** Chart and table of the engines: medians with their quartiles, and the machine's limit measured during the same benchmark. */
import { scaleLinear } from 'd3-scale';
import { XTicks } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { NumberTable } from '../../controls/number_table.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { number_at } from '../../numbers/path.ts';
import { Value } from '../../numbers/value.tsx';
import type { SpeedMode } from '../../speed/cases.ts';
import type { Spread } from '../../speed/race.ts';
import { format_tick, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import type { SpeedAnswers } from './program.ts';
import { date_text, device_text, engine_name, engines_title, refusal_text, type EnginesInMode } from './names.ts';
import { engines_data } from './speed_figures.ts';

interface EnginesProps {
  readonly answer: Answer<SpeedAnswers['engines']>;
  readonly mode: SpeedMode;
}

const row_height = 40;
const bar = { top: 20, height: 14 };
const axis_height = 28;
const edge = 4;

/** The measured engines, with their places among the lines and their limits. */
const measured_rows = ({ lines, limits }: EnginesInMode) =>
  lines.flatMap(({ measured, ...line }, place) => {
    const limit = limits.find(({ workers }) => workers === line.workers)?.gflops;
    return measured ? [{ line, place, measured, limit }] : [];
  });
type Row = ReturnType<typeof measured_rows>[number];

function Bar({ row, top, x }: { readonly row: Row; readonly top: number; readonly x: (gflops: number) => number }) {
  const { line, measured, limit } = row;
  const { median, lower_quartile, upper_quartile } = measured.gflops;
  const middle = top + bar.top + bar.height / 2;
  const is_core = line.engine !== 'javascript' && line.engine !== 'eigen';
  return (
    <g>
      <text class="speed_label" x={x(0)} y={top + 14}>
        {engine_name(line)}
      </text>
      <rect
        class={is_core ? 'speed_bar' : 'speed_bar speed_bar_other'}
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

const swatches = [
  { kind: 'spread', width: 20, path: 'M2 8H18M2 4v8M18 4v8' },
  { kind: 'limit', width: 8, path: 'M4 0V16' },
] as const;

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
          <XTicks x={x} ticks={x.ticks(width / 80)} top={0} bottom={bottom} format_tick={format_tick} />
          <path d={`M0 ${bottom}H${width}`} />
        </g>
        {rows.map((row, index) => (
          <Bar key={index} row={row} top={index * row_height} x={x} />
        ))}
      </svg>
      <p class="series_legend" aria-hidden="true">
        {swatches.map((swatch) => (
          <span key={swatch.kind}>
            <svg class="speed_swatch" width={swatch.width} height="16" viewBox={`0 0 ${swatch.width} 16`}>
              <path class={`speed_${swatch.kind}`} d={swatch.path} />
            </svg>{' '}
            {t(`speed.legend_${swatch.kind}`)}
          </span>
        ))}
      </p>
    </div>
  );
}

interface SpreadCellProps {
  readonly of: Answer;
  /** Path of the spread in the answer. */
  readonly path: string;
  readonly style?: 'tick' | 'percent';
}

/** Table cell with a median and its quartiles; a dash if they are not in the answer. */
export function SpreadCell({ of, path, style = 'tick' }: SpreadCellProps) {
  if (number_at(of.value, `${path}.median`) === undefined) return <td>–</td>;
  const value = (part: keyof Spread) => <Value of={of} path={`${path}.${part}` as never} style={style} />;
  return (
    <td>
      {value('median')}
      <span class="speed_between">
        {value('lower_quartile')} – {value('upper_quartile')}
      </span>
    </td>
  );
}

function EnginesTable({ answer, mode }: EnginesProps) {
  const shown = answer.value[mode];
  const cells = (path: string) => (
    <>
      <SpreadCell of={answer} path={`${path}.per_token`} />
      <SpreadCell of={answer} path={`${path}.gflops`} />
      <SpreadCell of={answer} path={`${path}.share`} style="percent" />
    </>
  );
  return (
    <NumberTable
      class="speed_table"
      caption={engines_title(shown)}
      heads={[t('speed.engine'), t('speed.per_token'), 'GFLOP/s', t('speed.share')]}
    >
      <tbody>
        {shown.lines.map((line, place) => (
          <tr key={`${line.engine} ${line.workers}`}>
            <th scope="row">{engine_name(line)}</th>
            {line.refused ? (
              <td colSpan={3} class="speed_refused">
                {refusal_text(line.refused)}
              </td>
            ) : (
              cells(`${mode}.lines.${place}.measured`)
            )}
          </tr>
        ))}
      </tbody>
    </NumberTable>
  );
}

export function EnginesFigure({ answer, mode }: EnginesProps) {
  const shown = answer.value[mode];
  const description = measured_rows(shown).map(({ line, place }) => {
    const path = `${mode}.lines.${place}.measured` as const;
    const values = {
      engine: engine_name(line),
      gflops: <Value of={answer} path={`${path}.gflops.median`} style="tick" />,
      share: <Value of={answer} path={`${path}.share.median`} style="percent" />,
    };
    return <Message key={place} id="speed.described" values={values} />;
  });
  return (
    <FigureFrame
      name="speed"
      title={engines_title(shown)}
      description={description}
      drawing
      note={`${device_text()}, ${date_text(shown.date)}`}
      data={() => engines_data(answer, mode)}
    >
      <Bars shown={shown} />
      <EnginesTable answer={answer} mode={mode} />
    </FigureFrame>
  );
}

/** Peak rates that the microbenchmark loops reached, on one core and on those of each pool. */
export function LimitsTexts({ answer, mode }: EnginesProps) {
  const value = (place: number, kind: 'fused' | 'separate' | 'stream') => (
    <Value of={answer} path={`${mode}.limits.${place}.${kind}.median`} style="tick" />
  );
  return answer.value[mode].limits.map(({ workers, fused }, place) => {
    const [separate, reading] = [value(place, 'separate'), value(place, 'stream')];
    const values = { cores: workers, arithmetic: fused ? value(place, 'fused') : separate, separate, reading };
    return <Paragraph key={workers} class="hint" id="speed.limits" values={values} />;
  });
}

/** Largest difference between the outputs of the engines. */
export function AgreementText({ answer, mode }: EnginesProps) {
  const compared = answer.value[mode].lines.flatMap((line, place) =>
    line.difference === undefined ? [] : [{ line, place, difference: line.difference }],
  );
  const [first, ...others] = compared;
  const largest = Math.max(...others.map(({ difference }) => difference));
  const farthest = others.find(({ difference }) => difference === largest);
  if (first === undefined || farthest === undefined) return null;
  const difference = <Value of={answer} path={`${mode}.lines.${farthest.place}.difference`} style="limit" />;
  const values = { first: engine_name(first.line), farthest: engine_name(farthest.line), difference };
  return <Paragraph class="hint" id="speed.agreement" values={values} />;
}
