/**
 * The network's tensors for one token, with a slider for one number of the input.
 */
import { computed } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ChainFigure, type ChainFigureProps } from '../../charts/chain_figure.tsx';
import { use_width } from '../../charts/use_width.ts';
import { largest_edit, with_edit } from '../../state/edits.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import { leading_index, width_of } from '../../state/tensor_names.ts';
import { Slider } from '../../controls/slider.tsx';
import { format_count, format_number, t } from '../../words/i18n.ts';
import {
  forward_pass,
  forward_weights,
  shown_pass,
  token_of,
  type Pass,
} from '../../numbers/forward_pass.ts';
import { attended, hover, store } from '../../state/store.ts';
import { transposed } from '../../compute/tensors.ts';
import { answer_attributes, Value } from '../../numbers/value.tsx';

/** Part of the weights: a larger network is truncated in the figure. */
type Weights = AnswerOf<typeof forward_weights>['value'];

const extent_of = ({ w2: { shape } }: Weights) => ({
  features: shape[0] ?? 0,
  units: shape[1] ?? 0,
});

/**
 * Returns the previous array if its numbers are equal, so that the memoized weights do not
 * re-render while x changes.
 */
function use_stable_array(values: Float32Array): Float32Array {
  const previous = useRef(values);
  const same =
    previous.current.length === values.length &&
    values.every((value, index) => Object.is(value, previous.current[index]));
  if (!same) previous.current = values;
  return previous.current;
}

/** The highlighted hidden unit, if the figure shows it. */
const attended_unit = computed(() => {
  const at = attended.value;
  const { answer } = forward_weights.value;
  const { units } = answer ? extent_of(answer.value) : { units: 0 };
  return at && width_of(at.tensor) === 'd_ff' && at.feature < units ? at.feature : undefined;
});

/** Returns the first `count` features of a token in a tensor of the forward pass. */
function numbers_of(
  pass: Pass,
  name: keyof Pass['value']['tensors'],
  token: number,
  count: number,
) {
  const { data, shape } = pass.value.tensors[name];
  const features = shape.at(-1) ?? 1;
  const first = token * features;
  return {
    values: data.subarray(first, first + Math.min(features, count)),
    limit: pass.value.summaries[name].largest_finite_magnitude,
    attributes: (index: number) => answer_attributes(pass, `tensors.${name}.${first + index}`),
  };
}

interface ChainProps {
  readonly pass: Pass;
  readonly weights: Weights;
}

type Parts = Pick<ChainFigureProps, 'parts'>;

function Chain({ pass, weights, ...drawn }: ChainProps & Parts & Pick<ChainFigureProps, 'width'>) {
  const token = token_of(pass);
  const pinned = store.pinned.value;
  const { features, units } = extent_of(weights);
  const shape = { rows: features, columns: units };
  const w1 = use_stable_array(transposed(weights.w1).data);
  const w2 = use_stable_array(weights.w2.data);
  return (
    <ChainFigure
      {...drawn}
      x={numbers_of(pass, 'x', token, features)}
      w1={{ values: w1, limit: weights.limits.w1, ...shape }}
      pre_activation={numbers_of(pass, 'pre_activation', token, units)}
      hidden={numbers_of(pass, 'hidden_gelu', token, units)}
      w2={{ values: w2, limit: weights.limits.w2, ...shape }}
      output={numbers_of(pass, 'output_gelu', token, features)}
      activation="GELU"
      feature={Math.min(store.slider.value, pass.value.d_model - 1)}
      unit={attended_unit}
      format={(value) => format_number(value, 'cell')}
      on_unit={(feature) =>
        hover(feature === undefined ? undefined : { tensor: 'pre_activation', token, feature })
      }
      on_pin={(feature) =>
        feature !== undefined && (store.pinned.value = { tensor: 'pre_activation', token, feature })
      }
      on_x={(feature) => (store.slider.value = feature)}
      on_output={(feature) => (store.pinned.value = { tensor: 'output.gelu', token, feature })}
      output_feature={pinned?.tensor === 'output.gelu' ? pinned.feature : undefined}
    />
  );
}

/**
 * Returns the end of the slider: at least 3, for standard normal inputs; it grows with the number
 * and does not shrink during a drag.
 */
function use_limit(element: string, value: number): number {
  const limits = useRef(new Map<string, number>());
  const limit = Math.max(
    3,
    limits.current.get(element) ?? 0,
    Math.min(largest_edit, Math.ceil(Math.abs(value)) || 0),
  );
  limits.current = new Map([[element, limit]]);
  return limit;
}

function InputSlider({ pass }: { readonly pass: Pass }) {
  const { d_model, tensors } = pass.value;
  const token = token_of(pass);
  const feature = Math.min(store.slider.value, d_model - 1);
  const index = token * d_model + feature;
  const value = tensors.x.data[index] ?? NaN;
  const edit = store.edits.value.find((other) => other.tensor === 'x' && other.index === index);
  const limit = use_limit(`${pass.state.example} ${index}`, value);
  return (
    <div class="chain_slider">
      <Slider
        label={
          <code>{`x[${[...leading_index(token, tensors.x.shape), feature].join(', ')}]`}</code>
        }
        smallest={-limit}
        largest={limit}
        step={0.01}
        value={edit?.value ?? value}
        text={format_number(value, 'cell')}
        shown={<Value of={pass} path={`tensors.x.${index}`} style="cell" />}
        on_value={(moved) =>
          (store.edits.value = with_edit(store.edits.value, { tensor: 'x', index, value: moved }))
        }
      />
    </div>
  );
}

function Extent({ pass, weights }: ChainProps) {
  const { d_model, d_ff } = pass.value;
  const { features, units } = extent_of(weights);
  if (d_model <= features && d_ff <= units) return null;
  const shown = { features: format_count(features), units: format_count(units) };
  return (
    <p class="hint">
      {t('chain.extent', { ...shown, d_model: format_count(d_model), d_ff: format_count(d_ff) })}
    </p>
  );
}

export function NetworkChain({ parts }: Parts) {
  const pass = shown_pass();
  const weights = forward_weights.value.answer?.value;
  // Measured while the core starts, so that the hundreds of cells render only once.
  const { ref, width } = use_width<HTMLDivElement>(480);
  const shown = pass && weights && { pass, weights };
  return (
    <div ref={ref} aria-busy={forward_pass.pending}>
      {/* Reserves the height of the figure. */}
      {!shown && <div class="chain_waiting" aria-hidden="true" />}
      {shown && <Chain {...shown} width={width} parts={parts} />}
      {shown && <InputSlider pass={shown.pass} />}
      {shown && <Extent {...shown} />}
    </div>
  );
}
