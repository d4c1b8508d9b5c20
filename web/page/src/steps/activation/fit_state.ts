/** The curve and the step that the fitted networks show, and the reader's changes to them. */
import { batch, computed, signal } from '@preact/signals';
import type { Point, Series } from '../../charts/curve_plot.tsx';
import type { AnswerOf } from '../../numbers/answers.ts';
import { fit_steps, fitted_networks, to_drawn, type FittedNetwork } from './drawn_curve.ts';
import { store } from '../../state/store.ts';
import { t } from '../../words/i18n.ts';
import { fit } from './curves.tsx';
import { points_of } from './data.ts';

export type Fit = AnswerOf<typeof fit>;

export const network_name = (network: FittedNetwork): string => t(`activation.short_${network}`);

export const shown_frame = computed(() => Math.round(store.fit_step.value / fit_steps.interval));

/** y of the curve's points: as drawn by the reader, else from the core's data set. */
export const curve_points = computed(
  () => store.fit_points.value ?? Array.from(fit.value.answer?.value.dataset.targets?.data ?? []),
);

/** The chosen hidden unit: it is highlighted in all three networks. */
export const chosen_unit = signal(0);

export const fitted_series = ({ value }: Fit): Series[] =>
  fitted_networks.map((name) => ({
    name,
    pieces: [points_of(value.inputs.data, value.frames[shown_frame.value]?.[name].curve ?? [])],
  }));

/** Returns a line for each unit of a network: what it adds. */
export function unit_lines({ value }: Fit, network: FittedNetwork): Point[][] {
  const { data = [], shape = [] } = value.frames[shown_frame.value]?.[network].units ?? {};
  const [, units = 0] = shape;
  return Array.from({ length: units }, (_, unit) =>
    Array.from(value.inputs.data, (x, row): Point => [x, data[row * units + unit] ?? NaN]),
  );
}

/** Parts of the export: inputs, and fields of each network at the shown step. */
export const shown_parts = (...fields: readonly ('curve' | 'loss' | 'units' | 'rest')[]) => ({
  x: 'inputs',
  ...Object.fromEntries(
    fitted_networks.flatMap((network) =>
      fields.map((field) => {
        const name = `${network}.${field}`;
        return [name, `frames.${shown_frame.value}.${name}`];
      }),
    ),
  ),
});

/**
 * Stores the points with the digits of the address; points that the stroke has left alone come from
 * the core with more digits.
 */
export const draw_points = (points: readonly number[]) =>
  (store.fit_points.value = points.map(to_drawn));

export const playing = signal(false);
const frame_ms = 70;
let timer: ReturnType<typeof setInterval> | undefined;

export function pause(): void {
  clearInterval(timer);
  playing.value = false;
}

/** Plays the training to its end; at the end, from the start. */
export function play(): void {
  pause();
  if (store.fit_step.peek() === fit_steps.last) store.fit_step.value = 0;
  playing.value = true;
  timer = setInterval(() => {
    store.fit_step.value = Math.min(fit_steps.last, store.fit_step.peek() + fit_steps.interval);
    if (store.fit_step.peek() === fit_steps.last) pause();
  }, frame_ms);
}

/** Chooses a curve of the core, and plays how it is learnt. */
export function choose_curve(name: typeof store.fit_curve.value): void {
  batch(() => {
    store.fit_curve.value = name;
    store.fit_points.value = undefined;
  });
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) play();
}
