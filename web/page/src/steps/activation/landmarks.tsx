/** Landmarks of the curves, found by the core: annotations in the plots, and a table whose buttons move the cursor there. */
import type { VNode } from 'preact';
import { NumberTable, type TableRow } from '../../controls/number_table.tsx';
import type { CurveAnnotation } from '../../charts/curve_plot.tsx';
import { number_at } from '../../numbers/path.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import type { NumberStyle } from '../../words/number_format.ts';
import { store } from '../../numbers/store.ts';
import { views, type ApproximateKind, type Part } from './data.ts';
import { approximate_kinds, landmarks, shown_kinds, view_name, type LandmarkPath } from './curves.ts';
import { CoveredValue, derivative_shown } from './cover.tsx';

/** x of ReLU's kink, known by definition; the core searches for the other landmarks. */
const kink_x = 0;

type AnnotationName = 'kink' | 'dip' | 'steepest';

/** Offset of an annotation's text, chosen by eye so that it covers neither curves nor labels. */
function annotation_placement(name: AnnotationName, part: Part): Pick<CurveAnnotation, 'offset' | 'anchor'> {
  if (name === 'kink') return { offset: [-8, -14], anchor: 'end' };
  if (name === 'steepest') return { offset: [0, -14], anchor: 'middle' };
  if (part === 'value') return { offset: [-10, 12], anchor: 'end' };
  return view_name() === 'full' ? { offset: [10, 14], anchor: 'start' } : { offset: [-10, -12], anchor: 'end' };
}

export function curve_annotations(part: Part): CurveAnnotation[] {
  const kinds = shown_kinds();
  const found = landmarks.value.answer?.value;
  const annotation = (name: AnnotationName, x: number, y: number | undefined, text: string): CurveAnnotation[] => [
    { name, at: [x, y ?? NaN], text, ...annotation_placement(name, part) },
  ];
  if (found === undefined) return [];
  const { gelu, kink, at_minimum, at_steepest } = found;
  const dip = () => annotation('dip', gelu.minimum.x, at_minimum[part][0], t(`activation.annotation_dip_${part}`));
  const steepest = () => annotation('steepest', gelu.derivative_maximum.x, at_steepest[part][0], t('activation.annotation_steepest'));
  return [
    ...(kinds.includes('relu') && part === 'value' ? annotation('kink', kink_x, kink.value[0], t('activation.annotation_kink')) : []),
    ...(kinds.includes('gelu') ? dip() : []),
    ...(kinds.includes('gelu') && part === 'derivative' ? steepest() : []),
  ];
}

/** Moves the cursor of all plots to a landmark and shows the curve `shows`, if given. */
export function go_to_landmark(x: number, shows?: ApproximateKind): void {
  const [from, to] = views[view_name()].x;
  if (x < from || x > to) store.zoom.value = false;
  if (shows !== undefined && !store.curves.value.includes(shows)) store.curves.value = [...store.curves.value, shows];
  // The core's accuracy; more digits would only lengthen the URL.
  store.cursor_x.value = Number(x.toFixed(6));
}

/** Paths of an x and a y. */
type PointPath = 'gelu.minimum' | 'gelu.derivative_maximum' | 'gelu_tanh.minimum' | `farthest.${ApproximateKind}`;

interface RowProps {
  readonly title: string;
  readonly at: PointPath;
  readonly symbol: string;
  readonly shows?: ApproximateKind;
}

export const landmark = (path: LandmarkPath, style: NumberStyle) => <Value of={landmarks.value.answer} path={path} style={style} />;

function row_of({ title, at, symbol, shows }: RowProps): TableRow {
  const { answer } = landmarks.value;
  const x = answer && number_at(answer.value, `${at}.x`);
  const head = (
    <button type="button" class="landmark" aria-disabled={x === undefined} onClick={() => x !== undefined && go_to_landmark(x, shows)}>
      {title}
    </button>
  );
  return { head, cells: [landmark(`${at}.x`, 'statistic'), with_symbol(symbol, landmark(`${at}.y`, 'statistic'))] };
}

const with_symbol = (symbol: string, value: VNode) => (
  <>
    <code>{symbol}</code> {value}
  </>
);

function kink_row(): TableRow {
  const head = (
    <button type="button" class="landmark" onClick={() => go_to_landmark(kink_x)}>
      {t('activation.landmark_kink')}
    </button>
  );
  const slopes = (
    <>
      {landmark('kink.derivative.0', 'count')} <span aria-hidden="true">→</span> {landmark('kink.derivative.1', 'count')}
    </>
  );
  return { head, cells: [landmark('kink.x.0', 'statistic'), with_symbol('f′', slopes)] };
}

/** Its values are covered until the user has guessed them. */
function steepest_row(): TableRow {
  const title = t('activation.landmark_steepest');
  if (derivative_shown()) return row_of({ title, symbol: 'f′', at: 'gelu.derivative_maximum' });
  return { head: title, cells: [<CoveredValue />, with_symbol('f′', <CoveredValue />)] };
}

export function Landmarks() {
  return (
    <NumberTable
      class="landmarks"
      caption={t('activation.landmarks')}
      heads={[t('activation.landmark'), 'x', t('activation.landmark_value')]}
      rows={[
        kink_row(),
        row_of({ title: t('activation.landmark_dip'), at: 'gelu.minimum', symbol: 'f' }),
        row_of({ title: t('activation.landmark_dip_tanh'), at: 'gelu_tanh.minimum', symbol: 'f' }),
        steepest_row(),
        ...approximate_kinds.map((other) =>
          row_of({ title: t(`activation.landmark_${other}`), at: `farthest.${other}`, symbol: '|Δf|', shows: other }),
        ),
      ]}
    />
  );
}
