/** The self-check as a figure: an expandable line per family, with a table of its tensors. */
import { scaleLog } from 'd3-scale';
import { useState } from 'preact/hooks';
import { use_width } from '../../charts/use_width.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { number_column, origin_of, text_column, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { family_names } from './check.ts';
import type { CheckRow, FamilyName, FamilyRow } from './check.ts';
import type { Answer } from '../../numbers/answers.ts';
import { CheckTable, place_text, shape_text, tolerance_text } from './check_table.tsx';
import type { NumberedRow } from './check_table.tsx';
import { self_test } from './self_test.ts';
import type { SelfTestReply } from './service.ts';

const count = (value: number) => format_number(value, 'count');
/** Formats a percentage without trailing zeros: 0.01 %. */
const percent = (share: number) => t('proof.percent', { number: format_number(share * 100, 'tick') });
/** The first tick stands for all smaller values too, because the axis clamps them. */
const tick_text = (share: number, place: number) => (place === 0 ? `≤ ${percent(share)}` : percent(share));

const height = 24;
const middle = height / 2;
const edge = 8;
const radius = 4;
/** Shares of the tolerance with a grid line; the last is the tolerance itself. */
const shares = [1e-4, 1e-3, 1e-2, 1e-1, 1] as const;

/** Maps a share of the tolerance to an x coordinate, on a logarithmic axis; the decade beyond the tolerance shows failures. */
function strip_axis(width: number): (share: number) => number {
  const scale = scaleLog([1e-4, 10], [edge, width - edge]).clamp(true);
  // Exact results have no logarithm: they are at the left edge.
  return (share) => (share > 0 ? scale(share) : edge);
}

/** Largest |Δ| divided by the tolerance; Infinity for NaN. */
function share_of({ measured, tolerance: { limit } }: CheckRow): number {
  if (measured === 0) return 0;
  return Number.isNaN(measured) || limit === 0 ? Infinity : measured / limit;
}

function Marker({ row, x }: { readonly row: CheckRow; readonly x: number }) {
  if (row.passed) return <circle class="check_marker" cx={x} cy={middle} r={radius} />;
  return <path class="check_cross" d={`M${x - 5} ${middle - 5}l10 10m0 -10l-10 10`} />;
}

/** Strip plot of a family: one marker per tensor, at the ratio of its largest |Δ| to the tolerance. */
function CheckStrip({ rows, width }: { readonly rows: readonly CheckRow[]; readonly width: number }) {
  const at = strip_axis(width);
  return (
    <svg class="plot check_strip" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <g class="plot_grid">
        {shares.slice(0, -1).map((share) => (
          <path key={share} d={`M${at(share)} 0V${height}`} />
        ))}
      </g>
      <path class="check_tolerance" d={`M${at(1)} 0V${height}`} />
      {rows.map((row) => (
        <Marker key={row.tensor} row={row} x={at(share_of(row))} />
      ))}
    </svg>
  );
}

function StripAxis({ width }: { readonly width: number }) {
  const at = strip_axis(width);
  return (
    <svg class="plot check_axis" width={width} height={18} viewBox={`0 0 ${width} 18`} aria-hidden="true" focusable="false">
      <g class="plot_grid">
        {shares.map((share, place) => (
          <text key={share} x={place === 0 ? 0 : at(share)} y={13} text-anchor={place === 0 ? 'start' : 'middle'}>
            {tick_text(share, place)}
          </text>
        ))}
      </g>
    </svg>
  );
}

interface FamilyLineProps {
  readonly family: FamilyName;
  readonly rows: readonly NumberedRow[];
  readonly width: number;
}

function FamilyLine({ family, rows, width }: FamilyLineProps) {
  const [open, set_open] = useState(false);
  const passed = rows.filter(({ row }) => row.passed).length;
  const name = t(`proof.family_${family}`);
  return (
    <details class="check_family" open={open} onToggle={(event) => set_open(event.currentTarget.open)} data-family={family}>
      <summary>
        <span class="check_name plot_title">{name}</span>
        <CheckStrip rows={rows.map(({ row }) => row)} width={width} />
        <span class={rows.length > passed ? 'check_count check_failed' : 'check_count'}>
          {rows.length === 0 ? (
            <span class="skeleton" aria-hidden="true" />
          ) : (
            t('proof.passed_of', { passed: count(passed), total: count(rows.length) })
          )}
        </span>
      </summary>
      {open && (
        <div class="check_inside">
          <p class="hint">{t(`proof.about_${family}`)}</p>
          {rows.length > 0 && <CheckTable title={name} rows={rows} />}
        </div>
      )}
    </details>
  );
}

function figure_data(answer: Answer<SelfTestReply> | undefined): FigureData | undefined {
  if (answer === undefined) return undefined;
  const { rows } = answer.value;
  const texts = (name: string, text: (row: FamilyRow) => string) => text_column(name, rows.map(text));
  const largest = rows.map((row) => row.largest);
  const columns = [
    texts('family', ({ family }) => family),
    texts('tensor', ({ tensor }) => tensor),
    texts('shape', ({ shape }) => shape_text(shape)),
    { ...number_column('largest', largest, 'limit'), tensor: (row: number) => `rows.${row}`, index: () => 'largest' },
    texts('at', ({ at, shape }) => place_text(at, shape)),
    texts('tolerance', ({ tolerance }) => tolerance_text(tolerance)),
    texts('passed', ({ passed }) => String(passed)),
  ];
  return { ...origin_of(answer), tensors: [vector('largest', largest)], table: { rows: rows.length, columns } };
}

function Description({ rows }: { readonly rows: readonly FamilyRow[] }) {
  const sentences = family_names.map((family) => {
    const own = rows.filter((row) => row.family === family);
    const passed = count(own.filter((row) => row.passed).length);
    return t('proof.said_family', { family: t(`proof.family_${family}`), passed, total: count(own.length) });
  });
  return <>{sentences.join(' ')}</>;
}

/** Narrower figures show the strip on a separate line. */
const wide = 560;
const beside = { name: 216, count: 88 };

export function CheckFigure() {
  const { ref, width } = use_width<HTMLDivElement>(640);
  const { rows, answer } = self_test.value;
  const numbered = rows.map((row, index) => ({ row, index }));
  const strip = Math.max(160, width < wide ? width - 2 : width - beside.name - beside.count - 32);
  return (
    <FigureFrame
      name="self_check"
      title={t('proof.figure')}
      description={<Description rows={rows} />}
      drawing
      data={() => figure_data(answer)}
    >
      <div ref={ref} class={width < wide ? 'checks' : 'checks checks_wide'}>
        <div class="check_head">
          <span class="plot_title">{t('proof.axis')}</span>
          <StripAxis width={strip} />
        </div>
        {family_names.map((family) => (
          <FamilyLine key={family} family={family} rows={numbered.filter(({ row }) => row.family === family)} width={strip} />
        ))}
      </div>
    </FigureFrame>
  );
}
