/**
 * Plays the forward pass stage by stage: play, pause, step, scrub, slow motion. All stages are
 * shown until it is used.
 */
import { batch, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { chain_legend } from '../../charts/chain_figure.tsx';
import { heat_map_legend } from '../../charts/heat_map.tsx';
import { Button } from '../../controls/button.tsx';
import { register_keys, type Key } from '../../controls/keys.ts';
import { cell_legend, tensor_steps_legend } from '../../numbers/tensor_legend.tsx';
import { legend_entry, sample_cell, type Legend } from '../../words/legend.tsx';
import { Slider } from '../../controls/slider.tsx';
import { Message } from '../../controls/message.tsx';
import { width_of, type TensorName } from '../../state/tensor_names.ts';
import { t } from '../../words/i18n.ts';
import { store } from '../../state/store.ts';
import { stages, type Stage } from '../../state/url_state.ts';
import { shown_pass, token_of, type Pass } from '../../numbers/forward_pass.ts';

const { playing } = store;
const slow = signal(false);

/** Duration of a frame; in slow motion there are more frames with less text each. */
const frame_ms = { usual: 2400, slow: 1100 };

/** A moment of the timeline: a stage, and in slow motion a single element of it. */
interface Frame {
  readonly stage: Stage;
  /** In slow motion, the feature that has just been computed; undefined: all features. */
  readonly feature: number | undefined;
}

const tensor_of_stage: Partial<Record<Stage, TensorName>> = {
  linear1: 'pre_activation',
  activation: 'hidden.gelu',
  linear2: 'output.gelu',
};

/**
 * Largest number of features of a stage that have a frame each in slow motion; one more frame shows
 * the rest.
 */
const max_single_frames = 8;

const frames_of = ({ value }: Pass): readonly Frame[] =>
  stages.flatMap((stage): Frame[] => {
    const tensor = tensor_of_stage[stage];
    const single =
      slow.value && tensor ? Math.min(max_single_frames, value[width_of(tensor)] - 1) : 0;
    return [
      ...Array.from({ length: single }, (_, feature) => ({ stage, feature })),
      { stage, feature: undefined },
    ];
  });

function show({ stage, feature }: Frame, token: number): void {
  const tensor = tensor_of_stage[stage];
  batch(() => {
    store.stage.value = stage;
    store.stage_feature.value = feature;
    if (tensor === undefined || feature === undefined) return;
    store.pinned.value = { tensor, token, feature };
    store.hovered.value = undefined;
    store.window_start[width_of(tensor)].value = 0;
  });
}

/**
 * Returns the index of the current frame of a pass (−1 if all stages are shown), the index of the
 * last frame, and the user's actions.
 */
function timeline_of(pass: Pass) {
  const frames = frames_of(pass);
  const last = frames.length - 1;
  // The last frame of a stage, without a feature, stands for a feature that has no frame.
  const index = frames.findIndex(
    ({ stage, feature }) =>
      stage === store.stage.value &&
      (feature === undefined || feature === store.stage_feature.value),
  );
  const go = (to: number) => {
    const frame = frames[Math.min(last, Math.max(0, to))];
    if (frame) show(frame, token_of(pass));
  };
  const pause_at = (to: number) => {
    playing.value = false;
    go(to);
  };
  const toggle = () => {
    if (!playing.value && (index < 0 || index === last)) go(0);
    playing.value = !playing.value;
  };
  return { index, last, go, pause_at, toggle };
}

type Timeline = ReturnType<typeof timeline_of>;

/**
 * Returns the action of a playback key. On the page of all steps these keys have their usual
 * meaning: Space scrolls.
 */
const on_key = (act: (timeline: Timeline) => void) => () => {
  const pass = shown_pass();
  if (pass === undefined || store.panel.peek() !== 'feed_forward') return false;
  act(timeline_of(pass));
  return true;
};

const keys: readonly Key[] = [
  { keys: [' '], message: 'keys.play', run: on_key(({ toggle }) => toggle()) },
  { keys: ['.'], message: 'keys.step', run: on_key(({ index, pause_at }) => pause_at(index + 1)) },
  {
    keys: [','],
    message: 'keys.step_back',
    run: on_key(({ index, pause_at }) => pause_at(index - 1)),
  },
];

/** Resets the feature: slow motion has other frames. */
function toggle_slow(): void {
  slow.value = !slow.value;
  store.stage_feature.value = undefined;
}

function show_all_stages(): void {
  playing.value = false;
  store.stage.value = 'all';
  store.stage_feature.value = undefined;
}

function Buttons({ index, last, pause_at, toggle }: Timeline) {
  return (
    <div class="stepper_buttons">
      <Button text={t('stage.back')} disabled={index <= 0} on_click={() => pause_at(index - 1)} />
      <Button
        text={t(playing.value ? 'stage.pause' : 'stage.play')}
        class="stepper_play"
        on_click={({ currentTarget }) => {
          toggle();
          // The figure that plays is in view, on a phone, too.
          currentTarget.closest('figure')?.scrollIntoView({ block: 'nearest' });
        }}
      />
      <Button
        text={t('stage.next')}
        disabled={index === last}
        on_click={() => pause_at(index + 1)}
      />
      <Button
        text={t('stage.slow')}
        class="stepper_slow"
        aria-pressed={slow.value}
        on_click={toggle_slow}
      />
      <Button text={t('stage.leave')} small disabled={index < 0} on_click={show_all_stages} />
    </div>
  );
}

export function Stepper({ pass }: { readonly pass: Pass }) {
  const timeline = timeline_of(pass);
  const { index, last, go, pause_at } = timeline;
  const stage = store.stage.value;
  useEffect(() => {
    if (!playing.value) return;
    const advance = () => {
      if (index === last) playing.value = false;
      else go(index + 1);
    };
    const timer = setTimeout(advance, slow.value ? frame_ms.slow : frame_ms.usual);
    return () => clearTimeout(timer);
  }, [playing.value, slow.value, index, last]);
  useEffect(() => register_keys(keys), []);
  return (
    <div class="stepper" role="group" aria-label={t('stage.label')}>
      <p class="stepper_text" role="status">
        <strong>{t(`stage.name_${stage}`)}</strong> <Message id={`stage.text_${stage}`} />
      </p>
      <div class="stepper_scrub">
        <Slider
          label={t('stage.scrub')}
          quiet
          smallest={0}
          largest={last}
          value={index < 0 ? last : index}
          text={t(`stage.name_${stage}`)}
          on_value={pause_at}
        />
      </div>
      <Buttons {...timeline} />
    </div>
  );
}

/** The class of what belongs to a stage: done, computed now, or pending, which is dimmed. */
export function stage_class(stage: Stage): string {
  const now = store.stage.value;
  const distance = now === 'all' ? -1 : stages.indexOf(stage) - stages.indexOf(now);
  return `stage stage_${distance < 0 ? 'done' : distance === 0 ? 'now' : 'pending'}`;
}

/** The part of the pass that belongs to a stage. */
export const StageBlock = ({
  stage,
  children,
}: {
  readonly stage: Stage;
  readonly children: ComponentChildren;
}) => <div class={stage_class(stage)}>{children}</div>;

export const legend: Legend = [
  ...cell_legend,
  ...heat_map_legend,
  ...tensor_steps_legend,
  legend_entry(
    'legend.editable',
    'editable editable_changed',
    <span class="editable legend_editable">w</span>,
  ),
  ...chain_legend,
  {
    text: 'feed_forward.symbol_blank',
    classes: ['cell_blank'],
    sample: sample_cell('cell_blank', 0, ''),
  },
  {
    text: 'feed_forward.symbol_stage_now',
    classes: ['stage_now'],
    sample: <span class="legend_stage_now" />,
  },
  {
    text: 'feed_forward.symbol_stage_pending',
    classes: ['stage_pending'],
    sample: <span class="stage_pending legend_stage">{sample_cell('cell_plus', 0.9, '+')}</span>,
  },
  {
    text: 'feed_forward.symbol_term_bar',
    classes: ['term_bar', 'term_minus'],
    sample: (
      <span class="legend_terms">
        <span class="term_bar" style={{ '--share': '0.9' }} />
        <span class="term_bar term_minus" style={{ '--share': '0.5' }} />
      </span>
    ),
  },
];
