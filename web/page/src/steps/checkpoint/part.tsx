/** A part of the step with its title, and the names, sizes and figures' numbers that several parts share. */
import type { ReadonlySignal } from '@preact/signals';
import type { ActivationKind } from 'ffn-lab';
import type { ComponentChildren, ComponentProps } from 'preact';
import { Folded } from '../../controls/folded.tsx';
import { Heading } from '../../controls/heading.tsx';
import { number_column, origin_of, text_column, vector, type Column, type FigureData } from '../../export/figure_data.ts';
import type { Answer, AnswerState } from '../../numbers/answers.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { current_language, format_number, t, type MessageKey } from '../../words/i18n.ts';
import { Paragraph } from '../../words/message.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import { part_anchor, part_title } from '../../words/parts.ts';
import { layer, model } from './state.ts';

export const activation_name = (kind: ActivationKind) => t(`activation.name_${kind}` as 'activation.name_gelu');

/** The number of a layer, by its index, as the file counts. */
export const layer_number = (index: number) => format_number(model.value?.layers[index]?.number ?? index, 'count');

const byte_units = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
] as const;

/** Formats a number of bytes with a decimal unit in the page's language. */
export function byte_text(bytes: number): string {
  const [unit, size] = byte_units.find(([, most]) => bytes >= most) ?? (['byte', 1] as const);
  const digits = size > 1 && bytes / size < 100 ? 1 : 0;
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const unitDisplay = size > 1 ? 'short' : 'long';
  const format = new Intl.NumberFormat(current_language(), { style: 'unit', unit, unitDisplay, ...fixed });
  return format.format(bytes / size).replace(' ', '\u00A0');
}

interface PartProps {
  readonly name: 'map' | 'ranking' | 'neuron_page' | 'ablation' | 'by_layer' | 'variants' | 'input';
  /** About the chosen layer, which the title names because the layer slider soon scrolls off-screen. */
  readonly of_layer?: boolean;
  /** Computed and shown when the reader opens it. Says what is inside. */
  readonly folded?: MessageKey;
  /** The answer that is shown, for the errors and the status of its computation. */
  readonly of?: { readonly newest: ReadonlySignal<AnswerState>; readonly running: ReadonlySignal<boolean> };
  /** Text below the title. */
  readonly text?: MessageKey;
  readonly values?: NonNullable<ComponentProps<typeof Paragraph>['values']>;
  readonly children: ComponentChildren;
}

export function Part({ name, of_layer = false, folded, of, text, values = {}, children }: PartProps) {
  const part = `checkpoint.${name}` as const;
  const title = part_title(part);
  const where = t('checkpoint.layer_number', { layer: layer_number(layer.value) });
  const section = (
    <section aria-label={title} aria-busy={of?.running}>
      {folded === undefined && <Heading part={part}>{of_layer && <span class="checkpoint_where"> {where}</span>}</Heading>}
      {text !== undefined && <Paragraph id={text} values={values} />}
      {of && <CallErrorNotice error={of.newest.value.error} />}
      {children}
    </section>
  );
  if (folded === undefined) return section;
  return (
    <Folded id={part_anchor(part)} title={of_layer ? `${title}, ${where}` : title} about={t(folded)}>
      {section}
    </Folded>
  );
}

/** The numbers of a figure: one column for each of some vectors of an answer. */
export function columns_data<Value>(
  answer: Answer<Value>,
  paths: readonly (keyof Value & string)[],
  names: readonly string[] = paths,
): FigureData {
  const vectors = paths.map((path) => vector(path, answer.value[path] as ArrayLike<number>));
  const columns = vectors.map(({ tensor, data }, index) => ({
    ...number_column(names[index] ?? tensor, data, data instanceof Int32Array ? 'count' : 'precise'),
    tensor,
  }));
  return { ...origin_of(answer), tensors: vectors, table: { rows: vectors[0]?.data.length ?? 0, columns } };
}

interface Row {
  readonly name: string;
  readonly path: string;
  readonly numbers: ArrayLike<number>;
}

/** The numbers of a figure: one row for each of some vectors of an answer, one column for each of `names`. */
export function rows_data(answer: Answer, rows: readonly Row[], names: readonly string[], style: NumberStyle): FigureData {
  const column = (name: string, place: number): Column => ({
    name,
    at: (row) => rows[row]?.numbers[place] ?? NaN,
    style,
    single: false,
    tensor: (row) => rows[row]?.path ?? '',
    index: () => place,
  });
  const row_names = rows.map(({ name }) => name);
  return {
    ...origin_of(answer),
    tensors: rows.map(({ name, numbers }) => vector(name, numbers)),
    table: { rows: rows.length, columns: [text_column('tensor', row_names), ...names.map(column)] },
  };
}
