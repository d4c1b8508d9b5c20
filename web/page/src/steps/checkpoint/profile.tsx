/** Sparsity of each layer: a small curve of the share of activations below a threshold. */
import { computed, effect, signal } from '@preact/signals';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { byte_text } from './byte_text.ts';
import type { LayerProfile, ProfileRequest } from './calls.ts';
import { checkpoint_worker } from './connection.ts';
import { profile_thresholds } from './settings.ts';
import { layer, layer_request, model, opened } from './state.ts';

/** Models up to this size are read at once, larger ones when the user asks for it. */
const small_model_bytes = 32_000_000;

/** The request for all layers; undefined if one of them has no input. */
const request = computed((): ProfileRequest | undefined => {
  const one = layer_request.value;
  if (one === undefined || model.value === undefined) return undefined;
  const { opened: id, input, activation, layout } = one;
  if (input.kind === 'tokens' && input.by_layer.length < model.value.layers.length) return undefined;
  return { opened: id, input, activation, layout, thresholds: profile_thresholds };
});

/** Requests with equal keys have equal replies. */
const key_of = ({ opened: id, input, activation, layout }: ProfileRequest) => [id, input.key, activation, layout].join(' ');

const profiles = signal<readonly LayerProfile[]>([]);
const reading = signal(false);
let controller = new AbortController();

async function read_all(all_layers: ProfileRequest): Promise<void> {
  controller.abort();
  controller = new AbortController();
  const { signal: abort_signal } = controller;
  profiles.value = [];
  reading.value = true;
  try {
    const on_progress = (profile: LayerProfile) => (profiles.value = [...profiles.value, profile]);
    await checkpoint_worker.call('profile', all_layers, { signal: abort_signal, on_progress });
  } catch {
    // Cancelled by the user, or an error that the layer's part shows too. The profiles received so far stay.
  }
  if (!abort_signal.aborted) reading.value = false;
}

function stop_reading(): void {
  controller.abort();
  reading.value = false;
}

const all_bytes = computed(() => model.value?.layers.reduce((sum, { byte_length }) => sum + byte_length, 0) ?? 0);

let last_key = '';
/** Clears the profiles when file, input or activation change; a small model is read again at once. */
effect(() => {
  const all_layers = request.value;
  const key = all_layers === undefined ? '' : key_of(all_layers);
  if (key === last_key) return;
  last_key = key;
  stop_reading();
  profiles.value = [];
  if (all_layers !== undefined && all_bytes.peek() <= small_model_bytes) void read_all(all_layers);
});

const size = { width: 116, height: 64, margin: 4 };
const x = scaleLinear([0, profile_thresholds.length - 1], [size.margin, size.width - size.margin]);
const y = scaleLinear([0, 1], [size.height - size.margin, size.margin]);
const curve = line<number>()
  .x((_, index) => x(index))
  .y((share) => y(share));

/** Index of the threshold 0.01, which is marked and shown as a number. */
const named_threshold = profile_thresholds.indexOf(0.01);

function Multiple({ profile }: { readonly profile: LayerProfile }) {
  const number = model.value?.layers[profile.layer]?.number ?? profile.layer;
  const chosen = profile.layer === layer.value;
  return (
    <li>
      <button type="button" class="checkpoint_multiple" aria-pressed={chosen} onClick={() => (store.model_layer.value = profile.layer)}>
        <span class="checkpoint_multiple_name">{t('checkpoint.layer_number', { layer: format_number(number, 'count') })}</span>
        <svg
          class="plot"
          width={size.width}
          height={size.height}
          viewBox={`0 0 ${size.width} ${size.height}`}
          aria-hidden="true"
          focusable="false"
        >
          <path class="checkpoint_axis" d={`M${size.margin} ${y(0)}H${size.width - size.margin}M${x(named_threshold)} ${y(0)}V${y(1)}`} />
          <path class="checkpoint_curve" d={curve(profile.small as number[]) ?? ''} />
          <circle class="checkpoint_dot" cx={x(named_threshold)} cy={y(profile.small[named_threshold] ?? 0)} r={3} />
        </svg>
        <Value
          value={profile.small[named_threshold]}
          style="percent"
          call="checkpoint.sparsity"
          tensor={`layer ${profile.layer}`}
          index={`small.${named_threshold}`}
        />
      </button>
    </li>
  );
}

function figure_data(): FigureData | undefined {
  const rows = profiles.value;
  if (rows.length === 0) return undefined;
  const columns = profile_thresholds.map((threshold, place) => ({
    name: `below_${threshold}`,
    at: (row: number) => rows[row]?.small[place] ?? NaN,
    style: 'percent' as const,
    single: false,
  }));
  return {
    call: 'checkpoint.profile',
    arguments: { file: opened.value?.name, thresholds: profile_thresholds },
    tensors: rows.map(({ layer: at, small }) => ({ tensor: `layer ${at}`, shape: [small.length], data: small })),
    table: { rows: rows.length, columns, row_name: (row) => format_number(model.value?.layers[row]?.number ?? row, 'count') },
  };
}

export function ProfilePart() {
  const all_layers = request.value;
  const shown = profiles.value;
  const layers = model.value?.layers.length ?? 0;
  const missing = Math.max(0, layers - shown.length);
  return (
    <section aria-label={t('checkpoint.by_layer')} aria-busy={reading.value}>
      <h3>{t('checkpoint.by_layer')}</h3>
      <p>
        <Message id="checkpoint.by_layer_text" />
      </p>
      {missing > 0 && (
        <p class="checkpoint_buttons" role="status">
          {reading.value ? (
            <>
              <progress max={layers} value={shown.length} aria-label={t('checkpoint.by_layer')} />
              <span>
                {t('checkpoint.layers_read', { done: format_number(shown.length, 'count'), all: format_number(layers, 'count') })}
              </span>
              <button type="button" class="button button_small" onClick={stop_reading}>
                {t('checkpoint.cancel')}
              </button>
            </>
          ) : (
            <button
              type="button"
              class="button"
              disabled={all_layers === undefined}
              onClick={() => all_layers && void read_all(all_layers)}
            >
              {t('checkpoint.read_all', { size: byte_text(all_bytes.value) })}
            </button>
          )}
        </p>
      )}
      {shown.length > 0 && (
        <FigureFrame
          name="checkpoint_sparsity"
          title={t('checkpoint.by_layer')}
          description={t('checkpoint.by_layer_alt')}
          drawing
          data={figure_data}
        >
          <ol class="checkpoint_multiples">
            {shown.map((profile) => (
              <Multiple key={profile.layer} profile={profile} />
            ))}
          </ol>
        </FigureFrame>
      )}
    </section>
  );
}
