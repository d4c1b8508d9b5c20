/** Sparsity of each layer: a small curve of the share of activations below a threshold. */
import { computed, signal } from '@preact/signals';
import { scaleLinear } from 'd3-scale';
import { Button } from '../../controls/button.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, t } from '../../words/i18n.ts';
import { profile_thresholds } from './measures.ts';
import { byte_text, layer_number, Part } from './part.tsx';
import { answer_of, if_given } from './answers.ts';
import { all_layers_pass, layer, model } from './state.ts';

/** Models up to this size are read at once, larger ones when the user asks for it. */
const small_model_bytes = 32_000_000;

const all_bytes = computed(
  () => model.value?.layers.reduce((sum, { byte_length }) => sum + byte_length, 0) ?? 0,
);

/** The passes for which the user has asked to read all layers of a large model. */
const asked = signal<object | undefined>(undefined);

const is_wanted = () =>
  all_bytes.value <= small_model_bytes || asked.value === all_layers_pass.value;

/** Shares of all layers; after a stop or an error the layers read so far stay. */
const profile = answer_of('profile', () => (is_wanted() ? all_layers_pass.value : undefined));

/** The answer for the input and the activation that are chosen now. */
const current = computed(() => if_given(profile.shown.value, all_layers_pass.value));

const [width, height, margin] = [116, 64, 4] as const;
const x = scaleLinear([0, profile_thresholds.length - 1], [margin, width - margin]);
const y = scaleLinear([0, 1], [height - margin, margin]);

/** Index of the threshold 0.01, which is marked and shown as a number. */
const named_threshold = profile_thresholds.indexOf(0.01);

const Curve = ({ small }: { readonly small: readonly number[] }) => (
  <svg
    class="plot"
    width={width}
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    aria-hidden="true"
    focusable="false"
  >
    <path
      class="checkpoint_axis"
      d={`M${margin} ${y(0)}H${width - margin}M${x(named_threshold)} ${y(0)}V${y(1)}`}
    />
    <path
      class="checkpoint_curve"
      d={`M${small.map((share, index) => `${x(index)},${y(share)}`).join('L')}`}
    />
    <circle
      class="checkpoint_dot"
      cx={x(named_threshold)}
      cy={y(small[named_threshold] ?? 0)}
      r={3}
    />
  </svg>
);

function Multiples({ answer }: { readonly answer: NonNullable<typeof current.value> }) {
  const choose = (index: number) => (store.model_layer.value = index);
  return (
    <ol class="checkpoint_multiples">
      {answer.value.map(({ small }, index) => (
        <li key={index}>
          <button
            type="button"
            class="checkpoint_multiple"
            aria-pressed={index === layer.value}
            onClick={() => choose(index)}
          >
            <span class="checkpoint_multiple_name">
              {t('checkpoint.layer_number', { layer: layer_number(index) })}
            </span>
            <Curve small={small} />
            <Value
              of={answer}
              path={`${index}.small.${named_threshold}` as never}
              style="percent"
            />
          </button>
        </li>
      ))}
    </ol>
  );
}

/**
 * Shows how many layers are read, with a button that stops or starts reading; nothing once all are.
 */
function Reading() {
  const layers = model.value?.layers.length ?? 0;
  const done = current.value?.value.length ?? 0;
  if (done >= layers) return null;
  const pass = all_layers_pass.value;
  const read_all = () => {
    asked.value = pass;
    profile.start();
  };
  return (
    <p class="checkpoint_buttons" role="status">
      {profile.running.value ? (
        <>
          <progress max={layers} value={done} aria-label={t('checkpoint.by_layer_title')} />
          <span>
            {t('checkpoint.layers_read', { done: format_count(done), all: format_count(layers) })}
          </span>
          <Button text={t('checkpoint.cancel')} small on_click={profile.stop} />
        </>
      ) : (
        <Button
          text={t('checkpoint.read_all', { size: byte_text(all_bytes.value) })}
          disabled={pass === undefined}
          on_click={read_all}
        />
      )}
    </p>
  );
}

export function ProfilePart() {
  const answer = current.value;
  const texts = {
    title: t('checkpoint.by_layer_title'),
    description: t('checkpoint.by_layer_alt'),
  };
  return (
    <Part
      name="by_layer"
      folded="checkpoint.by_layer_about"
      of={profile}
      text="checkpoint.by_layer_text"
    >
      <Reading />
      {answer && (
        <FigureFrame
          name="checkpoint_sparsity"
          {...texts}
          drawing
          data={() =>
            figure_of(answer, {
              row_name: layer_number,
              feature_name: (place) => profile_thresholds[place] ?? NaN,
            })
          }
        >
          <Multiples answer={answer} />
        </FigureFrame>
      )}
    </Part>
  );
}
