/** Plots of GELU and ReLU: function, derivative and difference share one cursor. The core computes all values. */
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { Toggles } from '../../controls/toggles.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { largest_x } from '../../numbers/url_state.ts';
import { at_cursor, at_kink, curves, kink_points, landmarks, shown_kinds, view_name } from './curves.ts';
import { curve_data } from './figure.ts';
import { reading_order, views } from './data.ts';
import { DerivativeGuess } from './guess.tsx';
import { Landmarks } from './landmarks.tsx';
import { LinkedPlots } from './plots.tsx';
import { ActivationReadout } from './readout.tsx';
import './activation.css';

function Controls() {
  return (
    <div class="controls">
      <NumberField label="x" value={store.cursor_x.value} largest={largest_x} on_value={(value) => (store.cursor_x.value = value)} />
      <Choice
        legend={t('activation.range')}
        options={(['full', 'zoom'] as const).map((name) => ({ name, label: t(`activation.range_${name}`) }))}
        value={view_name()}
        on_choose={(name) => (store.zoom.value = name === 'zoom')}
      />
      <Toggles
        legend={t('activation.curves')}
        options={reading_order.map((name) => ({
          name,
          label: (
            <>
              <SeriesSwatch kind={name} />
              {t(`activation.short_${name}`)}
            </>
          ),
        }))}
        chosen={shown_kinds()}
        on_change={(kinds) => (store.curves.value = kinds)}
      />
    </div>
  );
}

function KinkNote() {
  const { x, curves } = at_kink.value.current?.reply ?? {};
  const slope = (index: number) => (
    <Value
      value={curves?.relu?.derivative[index]}
      style="count"
      call="activation"
      tensor={`relu.derivative at ${kink_points.join(' ')}`}
      index={index}
    />
  );
  const just_above = <Value value={x?.[1]} style="precise" call="activation" tensor={`x at ${kink_points.join(' ')}`} index={1} />;
  return <Message id="activation.kink_note" values={{ at: slope(0), x: just_above, after: slope(1) }} />;
}

/** Note on the cursor's x. Always rendered, so that the table below does not move when the text changes. */
function CursorNote() {
  const [from, to] = views[view_name()].x;
  const x = store.cursor_x.value;
  return (
    <p class="hint cursor_note" role="status">
      {x < from || x > to ? t('activation.outside') : x === 0 ? <KinkNote /> : t('activation.cursor_hint')}
    </p>
  );
}

function Figure() {
  return (
    <figure class="activation_figure">
      <Controls />
      <FigureFrame
        name="activation_curves"
        title={t('activation.title')}
        described_by="activation_description"
        drawing
        data={() => curve_data(curves.value.current)}
      >
        <LinkedPlots />
      </FigureFrame>
      <p id="activation_description" class="visually_hidden">
        {t('activation.description')}
      </p>
      <CursorNote />
      <ActivationReadout at_cursor={at_cursor.value.current?.reply} />
      <Landmarks />
    </figure>
  );
}

/** The core's landmarks, as placeholders of the texts that mention them. */
function named_landmarks() {
  const { extrema, differences } = landmarks.value.current?.reply ?? {};
  const of_gelu = (value: number | undefined, index: string) => (
    <Value value={value} style="cell" call="activation_landmarks" tensor="gelu" index={index} />
  );
  const largest = (kind: 'gelu_tanh' | 'gelu_sigmoid') => (
    <Value value={differences?.[kind].value.y} style="limit" call="largest_difference" tensor={`gelu−${kind}`} index="y" />
  );
  return {
    minimum: { x: of_gelu(extrema?.gelu.minimum.x, 'minimum.x'), y: of_gelu(extrema?.gelu.minimum.y, 'minimum.y') },
    differences: { tanh: largest('gelu_tanh'), sigmoid: largest('gelu_sigmoid') },
  };
}

export function Panel() {
  const { minimum, differences } = named_landmarks();
  return (
    <div class="prose_and_figure">
      <div class="prose">
        <p>{t('activation.lead')}</p>
        <p>
          <Message id="activation.relu_text" />
        </p>
        <DerivativeGuess />
        <p>
          <Message id="activation.gelu_text" values={minimum} />
        </p>
        <p>
          <Message id="activation.tanh_text" values={differences} />
        </p>
        <p class="try">
          <Message id="activation.try" />
        </p>
      </div>
      <Figure />
    </div>
  );
}
