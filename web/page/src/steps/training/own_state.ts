/** State of the user's own data set: the drawing and the CSV text are both stored; the selected one is the training data. */
import { computed, effect, signal } from '@preact/signals';
import type { Dataset } from 'ffn-lab';
import { resource_of } from '../../numbers/resource.ts';
import { answer_from_start, worker } from './connection.ts';
import type { CsvRequest, CsvTask } from './csv.ts';
import { drawn_csv, drawn_dataset } from './own_points.ts';
import type { ClassName, DrawnKind, Points } from './own_points.ts';
import type { TrainingCalls } from './service.ts';
import { own_data } from './settings.ts';

export const own_sources = ['draw', 'csv'] as const;
export type OwnSource = (typeof own_sources)[number];
export const own_source = signal<OwnSource>('draw');

export const drawn_kind = signal<DrawnKind>('classes');
/** Tool of the pointer: adds a point of a class, or removes one. */
export const own_tool = signal<ClassName | 'remove'>('A');

interface Drawing {
  readonly points: Points;
  /** Points before each change, oldest first. */
  readonly undo_stack: readonly Points[];
}

const most_undo_steps = 100;
const drawings = { classes: signal<Drawing>({ points: [], undo_stack: [] }), curve: signal<Drawing>({ points: [], undo_stack: [] }) };

export const drawing = computed(() => drawings[drawn_kind.value].value);

/** Replaces the points. `continued` merges the change into the previous undo step: a stroke is one undo step. */
export function change_points(points: Points, continued = false): void {
  const current = drawings[drawn_kind.peek()];
  const { points: old, undo_stack } = current.peek();
  if (points === old) return;
  current.value = { points, undo_stack: continued ? undo_stack : [...undo_stack, old].slice(-most_undo_steps) };
}

export function undo_points(): void {
  const current = drawings[drawn_kind.peek()];
  const { undo_stack } = current.peek();
  const last = undo_stack.at(-1);
  if (last !== undefined) current.value = { points: last, undo_stack: undo_stack.slice(0, -1) };
}

export const most_characters = 1_000_000;

/** XOR: four points that are not linearly separable. */
export const csv_text = signal('x1,x2,class\n-1,-1,A\n-1,1,B\n1,-1,B\n1,1,A\n');
export const csv_task = signal<CsvTask>('auto');
/** The text for which the user chose to skip invalid lines. */
const text_with_skips = signal<string | undefined>(undefined);

export function leave_wrong_lines_out(): void {
  text_with_skips.value = csv_text.peek();
}

export const csv_too_long = computed(() => csv_text.value.length > most_characters);

export const parsed_csv = resource_of<TrainingCalls, 'csv'>(worker, 'csv', (): CsvRequest | undefined => {
  if (own_source.value !== 'csv' || csv_too_long.value) return undefined;
  return { text: csv_text.value, task: csv_task.value, skip: text_with_skips.value === csv_text.value };
});

/** The last valid data set, and the request that it replies to. */
export const good_csv = signal<{ readonly request: CsvRequest; readonly dataset: Dataset } | undefined>(undefined);
effect(() => {
  const { current } = parsed_csv.value;
  const dataset = current?.reply.dataset;
  if (current && dataset && good_csv.peek()?.dataset !== dataset) good_csv.value = { request: current.request, dataset };
});

effect(() => {
  own_data.value = own_source.value === 'csv' ? good_csv.value?.dataset : drawn_dataset(drawing.value.points, drawn_kind.value);
});

/** Converts the drawing to CSV text and selects it for editing. */
export function edit_as_csv(): void {
  csv_text.value = drawn_csv(drawing.peek().points, drawn_kind.peek());
  csv_task.value = drawn_kind.peek() === 'curve' ? 'regression' : 'classification';
  own_source.value = 'csv';
}

export const described = resource_of<TrainingCalls, 'dataset'>(
  worker,
  'dataset',
  () => own_data.value && { data: 'own', own: own_data.value },
);

/** The answer that describes the data set. */
export const dataset_facts = computed(() => {
  const { current } = described.value;
  return current && answer_from_start('dataset', current.reply, { settings: current.request });
});
