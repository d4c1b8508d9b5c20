/** Plays the forward pass stage by stage: play, pause, step, scrub, slow motion. All stages are shown until it is used. */
import { batch, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../../controls/button.tsx';
import { register_keys } from '../../controls/keys.ts';
import { sample_cell, type LegendEntry } from '../../controls/legend.tsx';
import { Slider } from '../../controls/slider.tsx';
import { Message } from '../../words/message.tsx';
import { width_of, type TensorName } from '../../numbers/tensor_names.ts';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { stages, type Stage } from '../../numbers/url_state.ts';
import { token_of, type Pass } from '../../numbers/forward_pass.ts';

/** A moment of the timeline: a stage, and in slow motion a single element of it. */
interface Frame {
  readonly stage: Stage;
  /** In slow motion, the feature that has just been computed; undefined: all features. */
  readonly feature: number | undefined;
}

/** In slow motion, the largest number of features of a stage with a frame each; one more frame shows the rest. */
const max_single_frames = 8;

function make_frames(d_model: number, d_ff: number, slow: boolean): readonly Frame[] {
  const lengths: Partial<Record<Stage, number>> = slow ? { linear1: d_ff, activation: d_ff, linear2: d_model } : {};
  return stages.flatMap((stage): Frame[] => {
    const single = Math.min(max_single_frames, Math.max(0, (lengths[stage] ?? 0) - 1));
    return [...Array.from({ length: single }, (_, feature) => ({ stage, feature })), { stage, feature: undefined }];
  });
}

/** Returns the index of the frame of a stage and feature, or of the stage's last frame; undefined for the stage 'all'. */
function frame_index(frames: readonly Frame[], stage: Stage | 'all', feature: number | undefined): number | undefined {
  const exact = frames.findIndex((frame) => frame.stage === stage && frame.feature === feature);
  const whole = frames.findIndex((frame) => frame.stage === stage && frame.feature === undefined);
  return exact >= 0 ? exact : whole >= 0 ? whole : undefined;
}

/** Returns whether a stage is before, at or after the current one. */
function stage_state(stage: Stage, current: Stage | 'all'): 'done' | 'now' | 'pending' {
  if (current === 'all') return 'done';
  const [mine, now] = [stages.indexOf(stage), stages.indexOf(current)];
  return mine < now ? 'done' : mine === now ? 'now' : 'pending';
}

const { playing } = store;
const slow = signal(false);

/** Duration of a frame; in slow motion there are more frames with less text each. */
const frame_ms = { usual: 2400, slow: 1100 };

const tensor_of_stage: Partial<Record<Stage, TensorName>> = {
  linear1: 'pre_activation',
  activation: 'hidden.gelu',
  linear2: 'output.gelu',
};

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

/** Resets the feature: slow motion has other frames. */
function toggle_slow(): void {
  batch(() => {
    slow.value = !slow.value;
    store.stage_feature.value = undefined;
  });
}

function show_all_stages(): void {
  batch(() => {
    playing.value = false;
    store.stage.value = 'all';
    store.stage_feature.value = undefined;
  });
}

/** Returns the frames of a pass, the index of the current one, and `go`, which shows another one. */
function timeline_of(pass: Pass) {
  const frames = make_frames(pass.value.d_model, pass.value.d_ff, slow.value);
  const index = frame_index(frames, store.stage.value, store.stage_feature.value);
  const go = (to: number) => {
    const frame = frames[Math.min(frames.length - 1, Math.max(0, to))];
    if (frame) show(frame, token_of(pass));
  };
  return { frames, index, go };
}

let current: Pass | undefined;

/** Pauses and moves by a number of frames. Returns false if there is no pass to show. */
export function step_timeline(by: number): boolean {
  if (current === undefined) return false;
  const { index, go } = timeline_of(current);
  playing.value = false;
  go(index === undefined ? 0 : index + by);
  return true;
}

export function toggle_playing(): boolean {
  if (current === undefined) return false;
  const { frames, index, go } = timeline_of(current);
  if (!playing.peek() && (index === undefined || index === frames.length - 1)) go(0);
  playing.value = !playing.peek();
  return true;
}

function use_playing(pass: Pass): void {
  const { frames, index, go } = timeline_of(pass);
  useEffect(() => {
    if (!playing.value) return;
    const timer = setTimeout(
      () => {
        if (index !== undefined && index >= frames.length - 1) playing.value = false;
        else go((index ?? -1) + 1);
      },
      slow.value ? frame_ms.slow : frame_ms.usual,
    );
    return () => clearTimeout(timer);
  }, [playing.value, slow.value, index, frames.length]);
}

function Buttons({ pass }: { readonly pass: Pass }) {
  const { frames, index } = timeline_of(pass);
  return (
    <div class="stepper_buttons">
      <Button text={t('stage.back')} disabled={index === undefined || index === 0} on_click={() => step_timeline(-1)} />
      <Button text={t(playing.value ? 'stage.pause' : 'stage.play')} class="stepper_play" on_click={toggle_playing} />
      <Button text={t('stage.next')} disabled={index === frames.length - 1} on_click={() => step_timeline(1)} />
      <Button text={t('stage.slow')} class="stepper_slow" aria-pressed={slow.value} on_click={toggle_slow} />
      <Button text={t('stage.leave')} small disabled={store.stage.value === 'all'} on_click={show_all_stages} />
    </div>
  );
}

function Scrubber({ pass }: { readonly pass: Pass }) {
  const { frames, index, go } = timeline_of(pass);
  const scrub = (to: number) => {
    playing.value = false;
    go(to);
  };
  const last = frames.length - 1;
  return (
    <div class="stepper_scrub">
      <Slider
        label={t('stage.scrub')}
        quiet
        smallest={0}
        largest={last}
        value={index ?? last}
        text={t(`stage.name_${store.stage.value}`)}
        on_value={scrub}
      />
    </div>
  );
}

export function Stepper({ pass }: { readonly pass: Pass }) {
  current = pass;
  use_playing(pass);
  const stage = store.stage.value;
  return (
    <div class="stepper" role="group" aria-label={t('stage.label')}>
      <Buttons pass={pass} />
      <Scrubber pass={pass} />
      <p class="stepper_text" role="status">
        <strong>{t(`stage.name_${stage}`)}</strong> <Message id={`stage.text_${stage}`} />
      </p>
    </div>
  );
}

/** The part of the pass that belongs to a stage; pending stages are dimmed. */
export function StageBlock({ stage, children }: { readonly stage: Stage; readonly children: ComponentChildren }) {
  return <div class={`stage stage_${stage_state(stage, store.stage.value)}`}>{children}</div>;
}

/** Returns the last feature of a stage that slow motion has reached; undefined: all features. */
export function last_feature(stage: Stage): number | undefined {
  return store.stage.value === stage ? store.stage_feature.value : undefined;
}

export const legend: readonly LegendEntry[] = [
  { text: 'feed_forward.symbol_blank', classes: ['cell_blank'], sample: sample_cell('cell_blank', 0, '') },
  { text: 'feed_forward.symbol_stage_now', classes: ['stage_now'], sample: <span class="legend_stage_now" /> },
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

const is_in_view = () => store.panel.peek() === 'feed_forward';

/** Keyboard shortcuts of the playback. On the page of all steps these keys have their usual meaning: Space scrolls. */
export function use_forward_keys(): void {
  useEffect(
    () =>
      register_keys([
        { keys: [' '], message: 'keys.play', run: () => is_in_view() && toggle_playing() },
        { keys: ['.'], message: 'keys.step', run: () => is_in_view() && step_timeline(1) },
        { keys: [','], message: 'keys.step_back', run: () => is_in_view() && step_timeline(-1) },
      ]),
    [],
  );
}
