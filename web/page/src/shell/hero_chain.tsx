/**
 * The network's tensors for one token: on the start page with a slider for one number of the input, above the steps that work on the
 * network as a compact strip.
 */
import { computed } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { ChainFigure } from '../charts/chain_figure.tsx';
import { use_width } from '../charts/use_width.ts';
import { largest_edit, with_edit, without_edit } from '../numbers/edits.ts';
import type { FeedForwardReply, WeightsReply } from '../numbers/protocol.ts';
import { core_resource } from '../numbers/resource.ts';
import { width_of } from '../numbers/tensor_names.ts';
import type { TensorName } from '../numbers/tensor_names.ts';
import { format_number, t } from '../words/i18n.ts';
import { forward_request, same_network } from '../numbers/forward_request.ts';
import { forward_pass, shown_pass, token_of } from '../numbers/forward_pass.ts';
import { leading_index } from '../numbers/token_choice.tsx';
import { attended, hover, store } from '../numbers/store.ts';
import { Value } from '../numbers/value.tsx';

/** Maximum number of features and units in the figure; a larger network is truncated. */
const shown_limits = { features: 8, units: 32 };

const weights = core_resource('weights', () => {
  const request = forward_request();
  return request && { ...request, features: [0, shown_limits.features], units: [0, shown_limits.units] };
});

function transposed({ data, shape: [rows = 0, columns = 0] }: WeightsReply['w1']): Float32Array {
  return Float32Array.from({ length: data.length }, (_, index) => data[(index % rows) * columns + Math.floor(index / rows)] ?? NaN);
}

/** Returns the previous array if its numbers are equal, so that the memoized weights do not re-render while x changes. */
function use_stable_array(values: Float32Array): Float32Array {
  const previous = useRef(values);
  const same = previous.current.length === values.length && values.every((value, index) => Object.is(value, previous.current[index]));
  if (!same) previous.current = values;
  return previous.current;
}

/** The highlighted hidden unit, if the figure shows it. */
const attended_unit = computed(() => {
  const at = attended.value;
  const last = weights.value.current?.reply.units[1] ?? 0;
  return at && width_of(at.tensor) === 'd_ff' && at.feature < last ? at.feature : undefined;
});

/** Returns the first `count` features of a token in a tensor of the forward pass. */
function numbers_of(reply: FeedForwardReply, name: TensorName, token: number, count: number) {
  const { data, shape } = reply.tensors[name];
  const features = shape[shape.length - 1] ?? 1;
  const first = token * features;
  const values = data.subarray(first, first + Math.min(features, count));
  return { values, first, limit: reply.summaries[name].largest_finite_magnitude };
}

interface ChainProps {
  readonly reply: FeedForwardReply;
  readonly shown_weights: WeightsReply;
  readonly width: number;
  readonly compact: boolean;
}

function Chain({ reply, shown_weights, width, compact }: ChainProps) {
  const token = token_of(reply);
  const { features, units } = shown_limits;
  const [rows, columns] = [shown_weights.features[1], shown_weights.units[1]];
  const w1 = use_stable_array(transposed(shown_weights.w1));
  const w2 = use_stable_array(shown_weights.w2.data);
  return (
    <ChainFigure
      width={width}
      compact={compact}
      x={numbers_of(reply, 'x', token, features)}
      w1={{ values: w1, limit: shown_weights.limits.w1, first: 0, rows, columns }}
      pre_activation={numbers_of(reply, 'pre_activation', token, units)}
      hidden={numbers_of(reply, 'hidden.gelu', token, units)}
      w2={{ values: w2, limit: shown_weights.limits.w2, first: 0, rows, columns }}
      output={numbers_of(reply, 'output.gelu', token, features)}
      activation="GELU"
      feature={Math.min(store.slider.value, reply.d_model - 1)}
      unit={attended_unit}
      format={(value) => format_number(value, 'cell')}
      on_unit={(feature) => hover(feature === undefined ? undefined : { tensor: 'pre_activation', token, feature })}
      on_pin={(feature) => feature !== undefined && (store.pinned.value = { tensor: 'pre_activation', token, feature })}
      on_x={(feature) => (store.slider.value = feature)}
    />
  );
}

/** Smallest limit of the slider: wide enough for a standard normal input. */
const smallest_limit = 3;

function Slider({ reply }: { readonly reply: FeedForwardReply }) {
  const id = useId();
  const token = token_of(reply);
  const feature = Math.min(store.slider.value, reply.d_model - 1);
  const index = token * reply.d_model + feature;
  const value = reply.tensors.x.data[index] ?? NaN;
  const edit = store.edits.value.find((other) => other.tensor === 'x' && other.index === index);
  // The limit grows with the number and does not shrink while the user drags.
  const widest = useRef({ element: '', limit: smallest_limit });
  const element = `${reply.example} ${index}`;
  const before = widest.current.element === element ? widest.current.limit : smallest_limit;
  const limit = Math.max(before, Math.min(largest_edit, Math.ceil(Math.abs(value)) || 0));
  widest.current = { element, limit };
  return (
    <div class="hero_slider">
      <label for={id}>
        <code>{`x[${[...leading_index(token, reply.tensors.x.shape), feature].join(', ')}]`}</code>
      </label>
      <input
        id={id}
        type="range"
        min={-limit}
        max={limit}
        step={0.01}
        value={edit?.value ?? value}
        aria-valuetext={format_number(value, 'cell')}
        onInput={(event) =>
          (store.edits.value = with_edit(store.edits.value, { tensor: 'x', index, value: Number(event.currentTarget.value) }))
        }
      />
      <output for={id}>
        <Value value={value} style="cell" call="feed_forward" tensor="x" index={index} />
      </output>
      <button
        type="button"
        class="button button_small"
        aria-disabled={edit === undefined}
        onClick={() => (store.edits.value = without_edit(store.edits.value, 'x', index))}
      >
        {t('edit.undo')}
      </button>
    </div>
  );
}

function Extent({ reply }: { readonly reply: FeedForwardReply }) {
  const { d_model, d_ff } = reply;
  if (d_model <= shown_limits.features && d_ff <= shown_limits.units) return null;
  const count = (value: number) => format_number(value, 'count');
  const shown = { features: count(Math.min(shown_limits.features, d_model)), units: count(Math.min(shown_limits.units, d_ff)) };
  return <p class="hint">{t('hero.extent', { ...shown, d_model: count(d_model), d_ff: count(d_ff) })}</p>;
}

export function HeroChain({ compact = false }: { readonly compact?: boolean }) {
  const reply = shown_pass();
  // Measured while the core starts, so that the hundreds of cells render only once.
  const { ref, width } = use_width<HTMLDivElement>(480);
  const { current } = weights.value;
  const pass_request = forward_pass.value.current?.request;
  const shown_weights = current && pass_request && same_network(current.request, pass_request) ? current.reply : undefined;
  if (reply === undefined || shown_weights === undefined) {
    // Reserves the height of the figure.
    return (
      <div ref={ref} aria-busy={forward_pass.pending}>
        <div class={compact ? 'chain_waiting chain_waiting_compact' : 'chain_waiting'} aria-hidden="true" />
      </div>
    );
  }
  return (
    <div ref={ref} aria-busy={forward_pass.pending}>
      <Chain reply={reply} shown_weights={shown_weights} width={width} compact={compact} />
      {!compact && <Slider reply={reply} />}
      {!compact && <Extent reply={reply} />}
    </div>
  );
}
