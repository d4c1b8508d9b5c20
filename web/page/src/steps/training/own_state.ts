/**
 * State of the user's own data set: the drawing and the CSV text are both stored; the selected one
 * is the training data.
 */
import { batch, computed, effect, signal } from '@preact/signals';
import type { Dataset } from 'ffn-lab';
import type { AnswerOf } from '../../numbers/answers.ts';
import { asked_answer } from '../../numbers/asked.ts';
import { same_value } from '../../state/state.ts';
import { store } from '../../state/store.ts';
import { drawn_csv, drawn_dataset, type CsvTask, type OwnRequest } from './csv.ts';
import type { Drawing, DrawnKind, Points } from './drawn_points.ts';
import type * as recipe from './recipe.ts';
import { worker } from './worker.ts';

export const own_sources = ['draw', 'csv'] as const;
export const own_source = signal<(typeof own_sources)[number]>('draw');

export const drawn_kind = signal<DrawnKind>('classes');
/** Tool of the pointer: adds a point of a class, or removes one. */
export const own_tool = signal<0 | 1 | 'remove'>(0);

const most_states = 100;
/** The points after each change, oldest first; the last entry is shown. */
const drawings = signal<Readonly<Record<DrawnKind, readonly Points[]>>>({
  classes: [[]],
  curve: [[]],
});
const drawing = computed(() => drawings.value[drawn_kind.value]);
const set_drawing = (states: readonly Points[]) =>
  (drawings.value = { ...drawings.peek(), [drawn_kind.peek()]: states });

export const points = computed(() => drawing.value.at(-1) ?? []);
export const can_undo = computed(() => drawing.value.length > 1);

/**
 * Replaces the points. `continued` merges the change into the previous one: a stroke is undone as a
 * whole.
 */
export function change_points(changed: Points, continued = false): void {
  if (changed !== points.peek())
    set_drawing(
      [...drawing.peek().slice(0, continued ? -1 : undefined), changed].slice(-most_states),
    );
}

/** The drawing that is the user's data set; undefined if it is CSV. */
const own_drawing = computed((): Drawing | undefined =>
  own_source.value === 'draw' ? { drawn: drawn_kind.value, points: points.value } : undefined,
);

/** Shows the drawing of an address; the user can undo that. */
function show_drawing({ drawn, points: shown }: Drawing): void {
  batch(() => {
    own_source.value = 'draw';
    drawn_kind.value = drawn;
    if (!same_value(shown, points.peek())) change_points(shown);
  });
}

/** The drawing that both the pad and the address have. */
let agreed: Drawing | undefined;

function keep_drawing(drawing: Drawing | undefined): void {
  agreed = drawing;
  store.train_points.value = drawing;
}

// Follows the address. One without a drawing does not delete the user's.
effect(() => {
  const linked = store.train_points.value;
  if (store.train_data.value !== 'own' || same_value(linked, agreed)) return;
  if (linked === undefined) return keep_drawing(own_drawing.peek());
  agreed = linked;
  show_drawing(linked);
});
// Follows the user.
effect(() => keep_drawing(own_drawing.value));

export const undo_points = () => set_drawing(drawing.peek().slice(0, -1));

export const most_characters = 1_000_000;

/** XOR: four points that are not linearly separable. */
export const csv_text = signal('x1,x2,class\n-1,-1,A\n-1,1,B\n1,-1,B\n1,1,A\n');
export const csv_task = signal<CsvTask>('auto');
/** The text for which the user chose to skip invalid lines. */
export const text_with_skips = signal<string | undefined>(undefined);
export const csv_too_long = computed(() => csv_text.value.length > most_characters);

/**
 * The newest request to the worker; undefined while nothing is drawn, and for a text that is too
 * long.
 */
const request = computed((): OwnRequest | undefined => {
  if (own_source.value === 'draw') {
    const dataset = drawn_dataset(points.value, drawn_kind.value);
    return dataset && { dataset };
  }
  if (csv_too_long.value) return undefined;
  return {
    text: csv_text.value,
    task: csv_task.value,
    skip: text_with_skips.value === csv_text.value,
  };
});

/** The user's data set of the newest text or drawing, or what is wrong with it. */
export const own = asked_answer<typeof recipe.own>('training.own', () => request.value, { worker });

/** The last valid data set, also while another one is selected for training. */
export const own_data = signal<Dataset | undefined>(undefined);

effect(() => {
  const dataset = own.shown.value?.value.dataset;
  if (request.value === undefined) {
    if (own_source.value === 'draw') own_data.value = undefined;
  } else if (dataset && !own.pending.value) own_data.value = dataset;
});

const own_facts = asked_answer<typeof recipe.dataset>(
  'training.dataset',
  () => own_data.value && { own: own_data.value },
  { worker },
);
export type OwnFacts = AnswerOf<typeof own_facts>;

/** The numbers of the data set, if there is one. */
export const shown_facts = computed(() => own_data.value && own_facts.shown.value);

export function edit_as_csv(): void {
  batch(() => {
    csv_text.value = drawn_csv(points.peek(), drawn_kind.peek());
    csv_task.value = drawn_kind.peek() === 'curve' ? 'regression' : 'classification';
    own_source.value = 'csv';
  });
}
