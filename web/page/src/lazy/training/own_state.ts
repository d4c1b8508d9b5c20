/** The reader's own data: what was drawn and what was pasted are both kept, and the one that is looked at is what is trained on. */
import { computed, effect, signal } from '@preact/signals';
import type { Dataset } from 'ffn-lab';
import { core_resource } from '../../core/resource.ts';
import type { CsvRequest, CsvTask } from './data_calls.ts';
import { drawn_csv, drawn_dataset } from './own_points.ts';
import type { ClassName, DrawnKind, Points } from './own_points.ts';
import { own_data } from './settings.ts';

export const own_sources = ['draw', 'csv'] as const;
export type OwnSource = (typeof own_sources)[number];
export const own_source = signal<OwnSource>('draw');

export const drawn_kind = signal<DrawnKind>('classes');
/** What the pointer does: put a point of a class, or take one away. */
export const own_tool = signal<ClassName | 'remove'>('A');

interface Drawing {
  readonly points: Points;
  /** What there was before each change, to go back to. */
  readonly before: readonly Points[];
}

const most_undo_steps = 100;
const drawings = { classes: signal<Drawing>({ points: [], before: [] }), curve: signal<Drawing>({ points: [], before: [] }) };

export const drawing = computed(() => drawings[drawn_kind.value].value);

/** A change; one of a stroke that goes on is no step back of its own. */
export function change_points(points: Points, goes_on = false): void {
  const current = drawings[drawn_kind.peek()];
  const { points: old, before } = current.peek();
  if (points === old) return;
  current.value = { points, before: goes_on ? before : [...before, old].slice(-most_undo_steps) };
}

export function undo_points(): void {
  const current = drawings[drawn_kind.peek()];
  const { before } = current.peek();
  const last = before.at(-1);
  if (last !== undefined) current.value = { points: last, before: before.slice(0, -1) };
}

export const most_characters = 1_000_000;

/** Four points that no straight line can part. */
export const csv_text = signal('x1,x2,class\n-1,-1,A\n-1,1,B\n1,-1,B\n1,1,A\n');
export const csv_task = signal<CsvTask>('auto');
/** The text whose wrong lines are left out. */
const skipped = signal<string | undefined>(undefined);

export function leave_wrong_lines_out(): void {
  skipped.value = csv_text.peek();
}

export const csv_too_long = computed(() => csv_text.value.length > most_characters);

export const parsed_csv = core_resource('training_csv', (): CsvRequest | undefined => {
  if (own_source.value !== 'csv' || csv_too_long.value) return undefined;
  return { text: csv_text.value, task: csv_task.value, skip: skipped.value === csv_text.value };
});

/** The last good reading, and what it is of. */
export const good_csv = signal<{ readonly request: CsvRequest; readonly dataset: Dataset } | undefined>(undefined);
effect(() => {
  const { current } = parsed_csv.value;
  const dataset = current?.reply.dataset;
  if (current && dataset && good_csv.peek()?.dataset !== dataset) good_csv.value = { request: current.request, dataset };
});

effect(() => {
  own_data.value = own_source.value === 'csv' ? good_csv.value?.dataset : drawn_dataset(drawing.value.points, drawn_kind.value);
});

/** What was drawn, as text to be changed by hand. */
export function edit_as_csv(): void {
  csv_text.value = drawn_csv(drawing.peek().points, drawn_kind.peek());
  csv_task.value = drawn_kind.peek() === 'curve' ? 'regression' : 'classification';
  own_source.value = 'csv';
}

export const described = core_resource('training_dataset', () => own_data.value);
