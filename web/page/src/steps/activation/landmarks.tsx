/** Landmarks of the curves, found by the core: annotations in the plots, and a table whose buttons move the cursor there. */
import { NumberTable } from '../../controls/number_table.tsx';
import type { Extremum } from 'ffn-lab';
import type { ComponentChildren } from 'preact';
import type { CurveAnnotation } from '../../charts/curve_plot.tsx';
import { Value } from '../../numbers/value.tsx';
import type { ApproximateKind } from '../../numbers/protocol.ts';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import type { Part } from './data.ts';
import { views } from './data.ts';
import { approximate_kinds, at_extrema, at_kink, kink_points, landmarks, shown_kinds, view_name } from './curves.ts';
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
  const found = at_extrema.value.current?.reply;
  const annotation = (name: AnnotationName, x: number, y: number | undefined, text: string): CurveAnnotation[] =>
    y === undefined ? [] : [{ name, at: [x, y], text, ...annotation_placement(name, part) }];
  const of_gelu = (index: number) => [found?.x[index] ?? NaN, found?.curves.gelu?.[part][index]] as const;
  const kink = at_kink.value.current?.reply.curves.relu?.value[0];
  return [
    ...(kinds.includes('relu') && part === 'value' ? annotation('kink', kink_x, kink, t('activation.annotation_kink')) : []),
    ...(kinds.includes('gelu') ? annotation('dip', ...of_gelu(0), t(`activation.annotation_dip_${part}`)) : []),
    ...(kinds.includes('gelu') && part === 'derivative' ? annotation('steepest', ...of_gelu(1), t('activation.annotation_steepest')) : []),
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

interface RowProps {
  readonly title: string;
  readonly x: number | undefined;
  readonly shows?: ApproximateKind;
  readonly call: string;
  readonly tensor: string;
  readonly children: ComponentChildren;
}

function Row({ title, x, shows, call, tensor, children }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <button type="button" class="landmark" aria-disabled={x === undefined} onClick={() => x !== undefined && go_to_landmark(x, shows)}>
          {title}
        </button>
      </th>
      <td>
        <Value value={x} style="statistic" call={call} tensor={tensor} index="x" />
      </td>
      <td>{children}</td>
    </tr>
  );
}

function Kink() {
  const reply = at_kink.value.current?.reply;
  const slope = reply?.curves.relu?.derivative;
  const value = (index: number) => (
    <Value value={slope?.[index]} style="count" call="activation" tensor={`relu.derivative at ${kink_points.join(' ')}`} index={index} />
  );
  return (
    <tr>
      <th scope="row">
        <button type="button" class="landmark" onClick={() => go_to_landmark(kink_x)}>
          {t('activation.landmark_kink')}
        </button>
      </th>
      <td>
        <Value value={reply?.x[0]} style="statistic" call="activation" tensor={`x at ${kink_points.join(' ')}`} index={0} />
      </td>
      <td>
        <code>f′</code> {value(0)} <span aria-hidden="true">→</span> {value(1)}
      </td>
    </tr>
  );
}

interface ExtremumRowProps {
  readonly title: string;
  readonly at: Extremum | undefined;
  readonly tensor: string;
  readonly symbol: string;
  readonly covered?: boolean;
}

function ExtremumRow({ title, at, tensor, symbol, covered = false }: ExtremumRowProps) {
  const call = 'activation_landmarks';
  if (covered) return <CoveredRow title={title} symbol={symbol} />;
  return (
    <Row title={title} x={at?.x} call={call} tensor={tensor}>
      <code>{symbol}</code> <Value value={at?.y} style="statistic" call={call} tensor={tensor} index="y" />
    </Row>
  );
}

/** A row whose values the user is still asked to guess. */
function CoveredRow({ title, symbol }: Pick<ExtremumRowProps, 'title' | 'symbol'>) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        <CoveredValue />
      </td>
      <td>
        <code>{symbol}</code> <CoveredValue />
      </td>
    </tr>
  );
}

function DifferenceRow({ other }: { readonly other: ApproximateKind }) {
  const at = landmarks.value.current?.reply.differences[other].value;
  const tensor = `gelu−${other}`;
  return (
    <Row title={t(`activation.landmark_${other}`)} x={at?.x} shows={other} call="largest_difference" tensor={tensor}>
      <code>|Δf|</code> <Value value={at?.y} style="statistic" call="largest_difference" tensor={tensor} index="y" />
    </Row>
  );
}

export function Landmarks() {
  const extrema = landmarks.value.current?.reply.extrema;
  const covered = !derivative_shown();
  return (
    <NumberTable
      class="landmarks"
      caption={t('activation.landmarks')}
      heads={[t('activation.landmark'), 'x', t('activation.landmark_value')]}
    >
      <tbody>
        <Kink />
        <ExtremumRow title={t('activation.landmark_dip')} at={extrema?.gelu.minimum} tensor="gelu.minimum" symbol="f" />
        <ExtremumRow title={t('activation.landmark_dip_tanh')} at={extrema?.gelu_tanh.minimum} tensor="gelu_tanh.minimum" symbol="f" />
        <ExtremumRow
          title={t('activation.landmark_steepest')}
          at={extrema?.gelu.derivative_maximum}
          tensor="gelu.derivative_maximum"
          symbol="f′"
          covered={covered}
        />
        {approximate_kinds.map((other) => (
          <DifferenceRow key={other} other={other} />
        ))}
      </tbody>
    </NumberTable>
  );
}
