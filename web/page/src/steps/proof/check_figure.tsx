/** The self-check as a figure: an expandable line per family, with a table of its tensors. */
import { scaleLog } from 'd3-scale';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { use_width } from '../../charts/use_width.ts';
import { NumberTable, type TableRow } from '../../controls/number_table.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { shape_text } from '../../numbers/tensor_window.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_number, format_tick, t } from '../../words/i18n.ts';
import { family_names, type CheckRow, type FamilyName, type Tolerance } from './check.ts';
import { self_test } from './self_test.ts';
import type { SelfTestAnswer } from './self_test.ts';
import { leading_index } from '../../state/tensor_names.ts';

/** Index of the element with the largest |Δ|: `[1, 0, 5]`. */
const place_text = ({ at, shape }: CheckRow) => `[${leading_index(at, [...shape, 1]).join(', ')}]`;

/** Formats a tolerance; M is the tensor's largest element, as in the panel's text. */
function tolerance_text({ kind, limit }: Tolerance): string {
  if (limit === 0) return t('proof.same_bits');
  return `< ${format_number(limit, 'limit')}${{ absolute: '', relative: ' · M', either: ' · max(1, M)' }[kind]}`;
}

const breakable = (name: string): (string | VNode)[] =>
  name
    .split(/(?<=_)/)
    .flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]));

function table_row({ row, index }: { readonly row: CheckRow; readonly index: number }): TableRow {
  const { tensor, shape, largest, tolerance, passed } = row;
  const head = (
    <>
      <code>{breakable(tensor)}</code> <span class="check_detail">{shape_text(shape)}</span>
    </>
  );
  const error = (
    <span class="check_number">
      {largest !== 0 && <code class="check_detail">{place_text(row)}</code>}
      <Value of={self_test.value.answer} path={`rows.${index}.largest`} style="limit" />
    </span>
  );
  const verdict = (
    <span class={passed ? 'check_passed' : 'check_failed'}>
      <span aria-hidden="true">{passed ? '✓' : '✗'}</span>
      <span class="visually_hidden">{t(passed ? 'proof.within' : 'proof.beyond')}</span>
    </span>
  );
  return { head, cells: [error, tolerance_text(tolerance), verdict] };
}

function CheckTable({ found, title }: { readonly found: FoundRows; readonly title: string }) {
  const hidden = (text: string) => <span class="visually_hidden">{text}</span>;
  const heads = [
    t('proof.tensor'),
    t('proof.largest'),
    t('proof.tolerance'),
    hidden(t('proof.verdict')),
  ];
  return (
    <NumberTable
      class="check_table"
      caption={hidden(title)}
      heads={heads}
      rows={found.map(table_row)}
    />
  );
}

/**
 * Formats a percentage without trailing zeros: 0.01 %. The first tick stands for all smaller values
 * too, because the axis clamps them.
 */
const tick_text = (share: number, place: number) =>
  `${place === 0 ? '≤ ' : ''}${t('proof.percent', { number: format_tick(share * 100) })}`;

const height = 24;
const middle = height / 2;
const edge = 8;
/** Shares of the tolerance with a grid line; the last is the tolerance itself. */
const shares = [1e-4, 1e-3, 1e-2, 1e-1, 1] as const;

/**
 * Maps a share of the tolerance to an x coordinate, on a logarithmic axis; the decade beyond the
 * tolerance shows failures.
 */
function strip_axis(width: number): (share: number) => number {
  const scale = scaleLog([1e-4, 10], [edge, width - edge]).clamp(true);
  // Exact results have no logarithm: they are at the left edge.
  return (share) => (share > 0 ? scale(share) : edge);
}

/** Largest |Δ| divided by the tolerance; Infinity for NaN. */
const share_of = ({ measured, tolerance: { limit } }: CheckRow): number =>
  measured === 0 ? 0 : Number.isNaN(measured) || limit === 0 ? Infinity : measured / limit;

function Marker({ row, x }: { readonly row: CheckRow; readonly x: number }) {
  if (row.passed) return <circle class="check_marker" cx={x} cy={middle} r={4} />;
  return <path class="check_cross" d={`M${x - 5} ${middle - 5}l10 10m0 -10l-10 10`} />;
}

/**
 * Strip plot of a family: one marker per tensor, at the ratio of its largest |Δ| to the tolerance.
 */
function CheckStrip({ found, width }: { readonly found: FoundRows; readonly width: number }) {
  const at = strip_axis(width);
  return (
    <svg
      class="plot check_strip"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      <g class="plot_grid">
        {shares.slice(0, -1).map((share) => (
          <path key={share} d={`M${at(share)} 0V${height}`} />
        ))}
      </g>
      <path class="check_tolerance" d={`M${at(1)} 0V${height}`} />
      {found.map(({ row, index }) => (
        <Marker key={index} row={row} x={at(share_of(row))} />
      ))}
    </svg>
  );
}

function StripAxis({ width }: { readonly width: number }) {
  const at = strip_axis(width);
  return (
    <svg
      class="plot check_axis"
      width={width}
      height={18}
      viewBox={`0 0 ${width} 18`}
      aria-hidden="true"
      focusable="false"
    >
      <g class="plot_grid">
        {shares.map((share, place) => (
          <text
            key={share}
            x={place === 0 ? 0 : at(share)}
            y={13}
            text-anchor={place === 0 ? 'start' : 'middle'}
          >
            {tick_text(share, place)}
          </text>
        ))}
      </g>
    </svg>
  );
}

/**
 * The rows of a family that were computed so far, with their places in the answer, and how many of
 * them passed.
 */
function found_of(family: FamilyName) {
  const found = self_test.value.rows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => row.family === family);
  const passed = found.filter(({ row }) => row.passed).length;
  return {
    found,
    failed: found.length > passed,
    counts: { passed: format_count(passed), total: format_count(found.length) },
  };
}
type FoundRows = ReturnType<typeof found_of>['found'];

function FamilyLine({ family, width }: { readonly family: FamilyName; readonly width: number }) {
  const [open, set_open] = useState(false);
  const { found, failed, counts } = found_of(family);
  const name = t(`proof.family_${family}`);
  return (
    <details
      class="check_family"
      open={open}
      onToggle={(event) => set_open(event.currentTarget.open)}
      data-family={family}
    >
      <summary>
        <span class="check_name plot_title">{name}</span>
        <CheckStrip found={found} width={width} />
        <span class={failed ? 'check_count check_failed' : 'check_count'}>
          {found.length === 0 ? (
            <span class="skeleton" aria-hidden="true" />
          ) : (
            t('proof.passed_of', counts)
          )}
        </span>
      </summary>
      {open && (
        <div class="check_inside">
          <p class="hint">{t(`proof.about_${family}`)}</p>
          {found.length > 0 && <CheckTable found={found} title={name} />}
        </div>
      )}
    </details>
  );
}

/** The export has the texts of shapes and places beside the numbers of each comparison. */
const beside_rows = (rows: SelfTestAnswer['value']['rows']) => ({
  shape: rows.map(({ shape }) => shape_text(shape)),
  place: rows.map(place_text),
});

/** Narrower figures show the strip on a separate line. */
const wide = 560;
/** Pixels of the name, of the count and of the gaps. */
const beside_strip = 216 + 88 + 32;

export function CheckFigure() {
  const { ref, width } = use_width<HTMLDivElement>(Math.min(640, innerWidth - 32));
  const { answer } = self_test.value;
  const strip = Math.max(160, width < wide ? width - 2 : width - beside_strip);
  const said = (family: FamilyName) =>
    t('proof.said_family', { family: t(`proof.family_${family}`), ...found_of(family).counts });
  return (
    <FigureFrame
      name="self_check"
      title={t('proof.figure')}
      description={family_names.map(said).join(' ')}
      drawing
      data={() =>
        figure_of(answer, { parts: ['rows'], beside: beside_rows(answer?.value.rows ?? []) })
      }
    >
      <div ref={ref} class={width < wide ? 'checks' : 'checks checks_wide'}>
        <div class="check_head">
          <span class="plot_title">{t('proof.axis')}</span>
          <StripAxis width={strip} />
        </div>
        {family_names.map((family) => (
          <FamilyLine key={family} family={family} width={strip} />
        ))}
      </div>
    </FigureFrame>
  );
}
