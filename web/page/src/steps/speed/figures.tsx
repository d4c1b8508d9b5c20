/**
 * Figure of the engines: medians with their quartiles, and the machine's limit measured during the
 * same benchmark.
 */
import { scaleLinear } from 'd3-scale';
import { XTicks } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { NumberTable } from '../../controls/number_table.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { Value } from '../../numbers/value.tsx';
import type { SpeedMode } from './harness/cases.ts';
import { format_tick, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import type { SpeedAnswers } from './answers.ts';
import { spread_at } from './spread_text.tsx';
import {
  date_text,
  device_text,
  engine_name,
  engines_data,
  engines_title,
  refusal_text,
  type EnginesInMode,
} from './texts.ts';

type EnginesProps = { readonly answer: Answer<SpeedAnswers['engines']>; readonly mode: SpeedMode };

const row_height = 40;
const bar = { top: 20, height: 14 };
const axis_height = 28;
const edge = 4;

/** The measured engines, with their places among the lines and their limits. */
const measured_rows = ({ lines, limits }: EnginesInMode) =>
  lines.flatMap((line, place) => {
    const limit = limits.find(({ workers }) => workers === line.workers)?.gflops ?? NaN;
    return line.measured ? [{ line, place, gflops: line.measured.gflops, limit }] : [];
  });

type BarProps = {
  readonly row: ReturnType<typeof measured_rows>[number];
  readonly top: number;
  readonly x: (gflops: number) => number;
};

function Bar({ row: { line, gflops, limit }, top, x }: BarProps) {
  const [low, high] = [x(gflops.lower_quartile), x(gflops.upper_quartile)];
  const middle = top + bar.top + bar.height / 2;
  const is_core = line.engine !== 'javascript' && line.engine !== 'eigen';
  const length = Math.max(1, x(gflops.median) - x(0));
  return (
    <g>
      <text class="speed_label" x={x(0)} y={top + 14}>
        {engine_name(line)}
      </text>
      <rect
        class={is_core ? 'speed_bar' : 'speed_bar speed_bar_other'}
        x={x(0)}
        y={top + bar.top}
        width={length}
        height={bar.height}
      />
      <path
        class="speed_spread"
        d={`M${low} ${middle}H${high}M${low} ${middle - 4}v8M${high} ${middle - 4}v8`}
      />
      <path class="speed_limit" d={`M${x(limit)} ${top + bar.top - 4}v${bar.height + 8}`} />
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
  const most = Math.max(...rows.flatMap(({ gflops, limit }) => [gflops.upper_quartile, limit]));
  const x = scaleLinear([0, most], [edge, Math.max(2 * edge, width - 4 * edge)]);
  return (
    <div ref={ref}>
      <h3 class="plot_title">{t('speed.chart')}</h3>
      <svg
        class="plot speed_chart"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        focusable="false"
      >
        <g class="plot_grid">
          <XTicks
            x={x}
            ticks={x.ticks(width / 80)}
            top={0}
            bottom={bottom}
            format_tick={format_tick}
          />
          <path d={`M0 ${bottom}H${width}`} />
        </g>
        {rows.map((row, index) => (
          <Bar key={index} row={row} top={index * row_height} x={x} />
        ))}
      </svg>
      <p class="series_legend" aria-hidden="true">
        {swatches.map((swatch) => (
          <span key={swatch.kind}>
            <svg
              class="speed_swatch"
              width={swatch.width}
              height="16"
              viewBox={`0 0 ${swatch.width} 16`}
            >
              <path class={`speed_${swatch.kind}`} d={swatch.path} />
            </svg>{' '}
            {t(`speed.legend_${swatch.kind}`)}
          </span>
        ))}
      </p>
    </div>
  );
}

function EnginesTable({ answer, mode }: EnginesProps) {
  const shown = answer.value[mode];
  const rows = shown.lines.map((line, place) => {
    const path = `${mode}.lines.${place}.measured`;
    const head = engine_name(line);
    if (line.refused)
      return { head, class: 'speed_refused', cells: [refusal_text(line.refused)], span: 3 };
    const cells = ['per_token', 'gflops', 'share'].map((part) =>
      spread_at(answer, `${path}.${part}`, part === 'share' ? 'percent' : 'tick'),
    );
    return { head, cells };
  });
  const heads = [t('speed.engine'), t('speed.per_token'), 'GFLOP/s', t('speed.share')];
  return (
    <NumberTable class="speed_table" caption={engines_title(shown)} heads={heads} rows={rows} />
  );
}

export function EnginesFigure({ answer, mode }: EnginesProps) {
  const shown = answer.value[mode];
  const description = measured_rows(shown).map(({ line, place }) => {
    const path = `${mode}.lines.${place}.measured` as const;
    const gflops = <Value of={answer} path={`${path}.gflops.median`} style="tick" />;
    const share = <Value of={answer} path={`${path}.share.median`} style="percent" />;
    return (
      <Message
        key={place}
        id="speed.described"
        values={{ engine: engine_name(line), gflops, share }}
      />
    );
  });
  const texts = {
    title: engines_title(shown),
    description,
    note: () => `${device_text()}, ${date_text(shown.date)}`,
  };
  return (
    <FigureFrame name="speed" {...texts} drawing data={() => engines_data(answer, mode)}>
      <Bars shown={shown} />
      <EnginesTable answer={answer} mode={mode} />
    </FigureFrame>
  );
}

/** Peak rates that the microbenchmark loops reached, on one core and on the cores of each pool. */
export function LimitsTexts({ answer, mode }: EnginesProps) {
  return answer.value[mode].limits.map(({ workers, fused }, place) => {
    const value = (kind: 'fused' | 'separate' | 'stream') => (
      <Value of={answer} path={`${mode}.limits.${place}.${kind}.median`} style="tick" />
    );
    const arithmetic = value(fused ? 'fused' : 'separate');
    const values = {
      cores: workers,
      arithmetic,
      separate: value('separate'),
      reading: value('stream'),
    };
    return <Paragraph key={workers} class="hint" id="speed.limits" values={values} />;
  });
}

/** Largest difference between the outputs of the engines. */
export function AgreementText({ answer, mode }: EnginesProps) {
  const compared = answer.value[mode].lines.flatMap(({ difference, ...line }, place) =>
    difference === undefined ? [] : [{ name: engine_name(line), place, difference }],
  );
  const [first, ...others] = compared;
  const [farthest] = others.toSorted((a, b) => b.difference - a.difference);
  if (first === undefined || farthest === undefined) return null;
  const difference = (
    <Value of={answer} path={`${mode}.lines.${farthest.place}.difference`} style="limit" />
  );
  return (
    <Paragraph
      class="hint"
      id="speed.agreement"
      values={{ first: first.name, farthest: farthest.name, difference }}
    />
  );
}
