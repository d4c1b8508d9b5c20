/**
 * Landmarks of the curves, found by the core: annotations in the plots, and a table whose buttons
 * move the cursor there.
 */
import type { ComponentChildren, VNode } from 'preact';
import { NumberTable, type TableRow } from '../../controls/number_table.tsx';
import type { CurveAnnotation } from '../../charts/curve_plot.tsx';
import { number_at } from '../../numbers/path.ts';
import { Value } from '../../numbers/value.tsx';
import {
  approximate_kinds,
  type ApproximateKind,
  type CurveKind,
} from '../../words/curve_kinds.ts';
import { t } from '../../words/i18n.ts';
import type { NumberStyle } from '../../words/number_format.ts';
import { store } from '../../state/store.ts';
import { views, type Part } from './data.ts';
import {
  CoveredValue,
  derivative_shown,
  landmarks,
  view_name,
  type LandmarkPath,
} from './curves.tsx';

/** x of ReLU's kink, known by definition; the core searches for the other landmarks. */
const kink_x = 0;

type Name = 'kink' | 'dip' | 'steepest';

/** Offset of an annotation's text, chosen by eye so that it covers neither curves nor labels. */
function placement_of(name: Name, part: Part): Pick<CurveAnnotation, 'offset' | 'anchor'> {
  if (name === 'kink') return { offset: [8, 16], anchor: 'start' };
  if (name === 'steepest') return { offset: [0, -14], anchor: 'middle' };
  if (part === 'value') return { offset: [-10, 12], anchor: 'end' };
  return view_name() === 'full'
    ? { offset: [10, 14], anchor: 'start' }
    : { offset: [-10, -12], anchor: 'end' };
}

export function curve_annotations(part: Part): CurveAnnotation[] {
  const found = landmarks.value.answer?.value;
  if (found === undefined) return [];
  const { gelu, kink, at_minimum, at_steepest } = found;
  const annotate = (
    kind: CurveKind,
    name: Name,
    x: number,
    y: number | undefined,
    text: string,
  ): CurveAnnotation[] =>
    store.curves.value.includes(kind)
      ? [{ name, at: [x, y ?? NaN], text, ...placement_of(name, part) }]
      : [];
  const dip = annotate(
    'gelu',
    'dip',
    gelu.minimum.x,
    at_minimum[part][0],
    t(`activation.annotation_dip_${part}`),
  );
  if (part === 'value')
    return [
      ...annotate('relu', 'kink', kink_x, kink.value[0], t('activation.annotation_kink')),
      ...dip,
    ];
  return [
    ...dip,
    ...annotate(
      'gelu',
      'steepest',
      gelu.derivative_maximum.x,
      at_steepest[part][0],
      t('activation.annotation_steepest'),
    ),
  ];
}

/** Moves the cursor of all plots to a landmark and shows the curve `shows`, if given. */
export function go_to_landmark(x: number, shows?: ApproximateKind): void {
  const [from, to] = views[view_name()].x;
  if (x < from || x > to) store.zoom.value = false;
  if (shows !== undefined && !store.curves.value.includes(shows))
    store.curves.value = [...store.curves.value, shows];
  // The core's accuracy; more digits would only lengthen the URL.
  store.cursor_x.value = Number(x.toFixed(6));
}

/** Paths of an x and a y. */
type PointPath =
  'gelu.minimum' | 'gelu.derivative_maximum' | 'gelu_tanh.minimum' | `farthest.${ApproximateKind}`;

export const landmark = (path: LandmarkPath, style: NumberStyle) => (
  <Value of={landmarks.value.answer} path={path} style={style} />
);

type ButtonProps = {
  readonly name: 'kink' | 'dip' | 'dip_tanh' | 'steepest' | ApproximateKind;
  readonly shows?: ApproximateKind;
};

const LandmarkButton = ({ name, x, shows }: ButtonProps & { readonly x: number | undefined }) => (
  <button
    type="button"
    class="landmark"
    aria-disabled={x === undefined}
    onClick={() => x !== undefined && go_to_landmark(x, shows)}
  >
    {t(`activation.landmark_${name}`)}
  </button>
);

function row_of(head: ComponentChildren, x: VNode, symbol: string, y: VNode): TableRow {
  const value = (
    <>
      <code>{symbol}</code> {y}
    </>
  );
  return { head, cells: [x, value] };
}

function point_row({
  at,
  symbol,
  ...button
}: ButtonProps & { readonly at: PointPath; readonly symbol: string }): TableRow {
  const x = number_at(landmarks.value.answer?.value, `${at}.x`);
  return row_of(
    <LandmarkButton {...button} x={x} />,
    landmark(`${at}.x`, 'statistic'),
    symbol,
    landmark(`${at}.y`, 'statistic'),
  );
}

/** Its values are covered until the user has guessed them. */
const steepest_row = () =>
  derivative_shown()
    ? point_row({ name: 'steepest', at: 'gelu.derivative_maximum', symbol: 'f′' })
    : row_of(t('activation.landmark_steepest'), <CoveredValue />, 'f′', <CoveredValue />);

export function Landmarks() {
  const slopes = (
    <>
      {landmark('kink.derivative.0', 'count')} <span aria-hidden="true">→</span>{' '}
      {landmark('kink.derivative.1', 'count')}
    </>
  );
  return (
    <NumberTable
      class="landmarks"
      caption={t('activation.landmarks_title')}
      heads={[t('activation.landmark'), 'x', t('activation.landmark_value')]}
      rows={[
        row_of(
          <LandmarkButton name="kink" x={kink_x} />,
          landmark('kink.x.0', 'statistic'),
          'f′',
          slopes,
        ),
        point_row({ name: 'dip', at: 'gelu.minimum', symbol: 'f' }),
        point_row({ name: 'dip_tanh', at: 'gelu_tanh.minimum', symbol: 'f' }),
        steepest_row(),
        ...approximate_kinds.map((kind) =>
          point_row({ name: kind, at: `farthest.${kind}`, symbol: '|Δf|', shows: kind }),
        ),
      ]}
    />
  );
}
