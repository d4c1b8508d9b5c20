/**
 * A curve fitted by networks with and without an activation; and plots of GELU and ReLU: function,
 * derivative and difference share a cursor.
 */
import { Choice, Toggles } from '../../controls/choice.tsx';
import { Folded, FoldedOnPhone } from '../../controls/folded.tsx';
import { NumberTable, type TableRow } from '../../controls/number_table.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { Message, Paragraph } from '../../controls/message.tsx';
import { folded_part } from '../../words/parts.ts';
import { NumberField } from '../../controls/number_field.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import {
  approximate_kinds,
  curve_kinds,
  drawing_order,
  type ApproximateKind,
  type CurveKind,
} from '../../words/curve_kinds.ts';
import { format_tick, t } from '../../words/i18n.ts';
import { store } from '../../state/store.ts';
import { largest_x } from '../../state/url_parameters.ts';
import { CollapsePart } from './collapse.tsx';
import {
  at_cursor,
  CoveredValue,
  curves,
  fit,
  is_covered,
  shown_kinds,
  view_name,
} from './curves.tsx';
import { views, type Part } from './data.ts';
import { Fitting } from './fit.tsx';
import { DerivativeGuess } from './guess.tsx';
import { Landmarks, landmark } from './landmarks.tsx';
import { LinkedPlots } from './plots.tsx';
import { SevenValues } from './seven.tsx';
import './activation.css';

const parts = ['value', 'derivative'] as const;

/** Paths of the export, without the derivatives that the user has not guessed yet. */
const shown_curves = () =>
  drawing_order.flatMap((kind) =>
    parts.filter((part) => !is_covered(part, kind)).map((part) => `${kind}.${part}`),
  );

const at_x = (path: `${CurveKind | `differences.${ApproximateKind}`}.${Part}.0`) => (
  <Value of={at_cursor.value.answer} path={path} style="precise" />
);

const CurveName = ({ kind, text }: { readonly kind: CurveKind; readonly text: string }) => (
  <>
    <SeriesSwatch kind={kind} />
    {text}
  </>
);

const value_row = (kind: CurveKind): TableRow => ({
  head: <CurveName kind={kind} text={t(`activation.name_${kind}`)} />,
  cells: parts.map((part) =>
    is_covered(part, kind) ? <CoveredValue /> : at_x(`${kind}.${part}.0`),
  ),
});

const difference_row = (other: ApproximateKind, index: number): TableRow => ({
  class: index === 0 ? 'row_of_sums' : undefined,
  head: t(`activation.minus_${other}`),
  cells: parts.map((part) => at_x(`differences.${other}.${part}.0`)),
});

function ActivationReadout() {
  const x = at_cursor.value.answer?.value.x[0] ?? store.cursor_x.value;
  const is_shown = (kind: CurveKind) => store.curves.value.includes(kind);
  const heads = [t('activation.curve'), 'f(x)', 'f′(x)'];
  const rows = [
    ...curve_kinds.filter(is_shown).map(value_row),
    ...approximate_kinds.filter(is_shown).map(difference_row),
  ];
  return (
    <NumberTable
      caption={t('activation.readout', { x: format_tick(x) })}
      heads={heads}
      rows={rows}
    />
  );
}

function Controls() {
  const range_name = (zoom: boolean) => t(zoom ? 'activation.range_zoom' : 'activation.range_full');
  return (
    <div class="controls">
      <NumberField
        label="x"
        value={store.cursor_x.value}
        largest={largest_x}
        on_value={(value) => (store.cursor_x.value = value)}
      />
      <Choice
        legend={t('activation.range')}
        values={[false, true]}
        label={range_name}
        of={store.zoom}
      />
      <Toggles
        legend={t('activation.curves')}
        values={curve_kinds}
        label={(name) => <CurveName kind={name} text={t(`activation.short_${name}`)} />}
        chosen={shown_kinds()}
        on_change={(kinds) => (store.curves.value = kinds)}
      />
    </div>
  );
}

/**
 * Note on the cursor's x. Always rendered, so that the table below does not move when the text
 * changes.
 */
function CursorNote() {
  const [from, to] = views[view_name()].x;
  const x = store.cursor_x.value;
  const [at, after] = [
    landmark('kink.derivative.0', 'count'),
    landmark('kink.derivative.1', 'count'),
  ];
  const kink = (
    <Message id="activation.kink_note" values={{ at, x: landmark('kink.x.1', 'precise'), after }} />
  );
  return (
    <p class="hint cursor_note" role="status">
      {x < from || x > to ? t('activation.outside') : x === 0 ? kink : t('activation.cursor_hint')}
    </p>
  );
}

function Figure() {
  const differences = {
    tanh: landmark('farthest.gelu_tanh.y', 'limit'),
    sigmoid: landmark('farthest.gelu_sigmoid.y', 'limit'),
  };
  return (
    <>
      <Controls />
      <FigureFrame
        name="activation_curves"
        title={t('activation.figure')}
        described_by="activation_description"
        drawing
        data={() => figure_of(curves.value.answer, { parts: ['x', ...shown_curves()] })}
      >
        <LinkedPlots />
      </FigureFrame>
      <p id="activation_description" class="visually_hidden">
        {t('activation.description')}
      </p>
      <CursorNote />
      <ActivationReadout />
      <Folded {...folded_part('activation.landmarks')}>
        <Landmarks />
      </Folded>
      <Folded {...folded_part('activation.forms')}>
        <Paragraph id="activation.tanh_text" values={differences} />
      </Folded>
      <CollapsePart />
    </>
  );
}

export { legend } from './legend.tsx';

export function Panel() {
  const minimum = { x: landmark('gelu.minimum.x', 'cell'), y: landmark('gelu.minimum.y', 'cell') };
  const about_fit = [
    <Paragraph key="lead" id="activation.lead" />,
    <Paragraph key="try" class="try" id="activation.try" />,
  ];
  const about_curves = (
    <>
      <Paragraph id="activation.relu_text" />
      <Paragraph class="above_figure" id="activation.gelu_text" values={minimum} />
      <FoldedOnPhone {...folded_part('activation.guess')}>
        <DerivativeGuess />
      </FoldedOnPhone>
      <FoldedOnPhone {...folded_part('activation.values')}>
        <SevenValues />
      </FoldedOnPhone>
    </>
  );
  return (
    <>
      <ProseAndFigure prose={about_fit} figure="fit_figure" busy={fit.pending}>
        <Fitting />
      </ProseAndFigure>
      <ProseAndFigure prose={about_curves} figure="activation_figure">
        <Figure />
      </ProseAndFigure>
    </>
  );
}
