/** Sparsity of each layer: a small curve of the share of activations below a threshold. */
import { computed, effect, signal } from '@preact/signals';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useEffect } from 'preact/hooks';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { origin_of } from '../../export/figure_data.ts';
import type { Column, FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { answer_of, long_call } from './answers.ts';
import { profile_thresholds } from './layer_recipe.ts';
import { byte_text, Part, layer_number } from './part.tsx';
import type { CheckpointCalls } from './service.ts';
import { all_layers_request, layer, model } from './state.ts';

/** Models up to this size are read at once, larger ones when the user asks for it. */
const small_model_bytes = 32_000_000;

type Request = CheckpointCalls['profile']['request'];

/** Requests with equal keys have equal replies. */
const key_of = ({ opened: id, input_key, state: { activation, layout } }: Request) => [id, input_key, activation, layout].join(' ');

const reading = long_call('profile');

/** The layers read so far, with their request. */
const read = signal<{ readonly layers: CheckpointCalls['profile']['progress']; readonly request: Request } | undefined>(undefined);
const profiles = computed(() => {
  const [shown, wanted] = [read.value, all_layers_request.value];
  const fits = shown && wanted && key_of(shown.request) === key_of(wanted);
  return fits ? answer_of('profile', shown.layers, wanted.state) : undefined;
});

function read_all(request: Request): void {
  read.value = undefined;
  // After an error, which the layer's part shows too, the layers read so far stay.
  void reading.start(request, (layers) => (read.value = { layers, request }));
}

const all_bytes = computed(() => model.value?.layers.reduce((sum, { byte_length }) => sum + byte_length, 0) ?? 0);

let last_key = '';
/** Stops reading when file, input or activation change; a small model is read again at once. */
function follow(): void {
  const request = all_layers_request.value;
  const key = request === undefined ? '' : key_of(request);
  if (key === last_key) return;
  last_key = key;
  reading.stop();
  if (request !== undefined && all_bytes.peek() <= small_model_bytes) read_all(request);
}

const size = { width: 116, height: 64, margin: 4 };
const x = scaleLinear([0, profile_thresholds.length - 1], [size.margin, size.width - size.margin]);
const y = scaleLinear([0, 1], [size.height - size.margin, size.margin]);
const curve = line<number>()
  .x((_, index) => x(index))
  .y((share) => y(share));

/** Index of the threshold 0.01, which is marked and shown as a number. */
const named_threshold = profile_thresholds.indexOf(0.01);

function Curve({ small }: { readonly small: readonly number[] }) {
  const { width, height, margin } = size;
  return (
    <svg class="plot" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <path class="checkpoint_axis" d={`M${margin} ${y(0)}H${width - margin}M${x(named_threshold)} ${y(0)}V${y(1)}`} />
      <path class="checkpoint_curve" d={curve(small as number[]) ?? ''} />
      <circle class="checkpoint_dot" cx={x(named_threshold)} cy={y(small[named_threshold] ?? 0)} r={3} />
    </svg>
  );
}

function Multiples() {
  const answer = profiles.value;
  return (
    <ol class="checkpoint_multiples">
      {answer?.value.map(({ small }, index) => (
        <li key={index}>
          <button
            type="button"
            class="checkpoint_multiple"
            aria-pressed={index === layer.value}
            onClick={() => (store.model_layer.value = index)}
          >
            <span class="checkpoint_multiple_name">{t('checkpoint.layer_number', { layer: layer_number(index) })}</span>
            <Curve small={small} />
            <Value of={answer} path={`${index}.small.${named_threshold}` as never} style="percent" />
          </button>
        </li>
      ))}
    </ol>
  );
}

function figure_data(): FigureData | undefined {
  const answer = profiles.value;
  if (answer === undefined) return undefined;
  const rows = answer.value;
  const column = (threshold: number, place: number): Column => ({
    name: `below_${threshold}`,
    at: (row) => rows[row]?.small[place] ?? NaN,
    style: 'percent',
    single: false,
    tensor: (row) => `${row}.small`,
    index: () => place,
  });
  return {
    ...origin_of(answer),
    tensors: rows.map(({ small }, index) => ({ tensor: `layer ${index}`, shape: [small.length], data: small })),
    table: { rows: rows.length, columns: profile_thresholds.map(column), row_name: layer_number },
  };
}

/** How many layers are read, with a button that stops or starts reading; nothing once all are. */
function Reading() {
  const request = all_layers_request.value;
  const layers = model.value?.layers.length ?? 0;
  const done = profiles.value?.value.length ?? 0;
  if (done >= layers) return null;
  return (
    <p class="checkpoint_buttons" role="status">
      {reading.running.value ? (
        <>
          <progress max={layers} value={done} aria-label={t('checkpoint.by_layer')} />
          <span>{t('checkpoint.layers_read', { done: format_number(done, 'count'), all: format_number(layers, 'count') })}</span>
          <button type="button" class="button button_small" onClick={reading.stop}>
            {t('checkpoint.cancel')}
          </button>
        </>
      ) : (
        <button type="button" class="button" disabled={request === undefined} onClick={() => request && read_all(request)}>
          {t('checkpoint.read_all', { size: byte_text(all_bytes.value) })}
        </button>
      )}
    </p>
  );
}

function Profile() {
  useEffect(() => effect(follow), []);
  return (
    <>
      <Reading />
      {profiles.value && (
        <FigureFrame
          name="checkpoint_sparsity"
          title={t('checkpoint.by_layer')}
          description={t('checkpoint.by_layer_alt')}
          drawing
          data={figure_data}
        >
          <Multiples />
        </FigureFrame>
      )}
    </>
  );
}

export function ProfilePart() {
  return (
    <Part folded name="by_layer" busy={reading.running} text="checkpoint.by_layer_text">
      <Profile />
    </Part>
  );
}
