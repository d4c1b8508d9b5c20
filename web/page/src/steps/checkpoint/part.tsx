/**
 * A part of the step with its title, and the names, sizes and figures' numbers that several parts
 * share.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import { Folded } from '../../controls/folded.tsx';
import { Heading } from '../../controls/heading.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import type { CallError } from '../../compute/protocol.ts';
import { current_language, format_number, t, type MessageKey } from '../../words/i18n.ts';
import { Paragraph } from '../../controls/message.tsx';
import { part_anchor, part_title } from '../../words/parts.ts';
import { network } from './answers.ts';
import { layer, model } from './state.ts';

/** Returns the number that the file gives to the layer with an index. */
export const layer_number = (index: number) =>
  format_number(model.value?.layers[index]?.number ?? index, 'count');

const byte_units = { gigabyte: 1e9, megabyte: 1e6, kilobyte: 1e3, byte: 1 };

/** Formats a number of bytes with a decimal unit in the page's language. */
export function byte_text(bytes: number): string {
  const [unit, size] = Object.entries(byte_units).find(([, size]) => bytes >= size) ?? ['byte', 1];
  const digits = size > 1 && bytes / size < 100 ? 1 : 0;
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = new Intl.NumberFormat(current_language(), {
    style: 'unit',
    unit,
    unitDisplay: size > 1 ? 'short' : 'long',
    ...fixed,
  });
  return format.format(bytes / size).replace(' ', '\u00A0');
}

interface PartProps {
  readonly name: 'map' | 'ranking' | 'neuron_page' | 'ablation' | 'by_layer' | 'variants' | 'input';
  /**
   * About the chosen layer, which the title names because the layer slider soon scrolls off-screen.
   */
  readonly of_layer?: boolean;
  /** Computed and shown when the reader opens it. Says what is inside. */
  readonly folded?: MessageKey;
  /** The answer that is shown, for the errors and the status of its computation. */
  readonly of?: {
    readonly newest: { readonly error: ReadonlySignal<CallError | undefined> };
    readonly running: ReadonlySignal<boolean>;
  };
  readonly text?: MessageKey;
  readonly values?: NonNullable<ComponentProps<typeof Paragraph>['values']>;
  readonly children: ComponentChildren;
}

export function Part({
  name,
  of_layer = false,
  folded,
  of,
  text,
  values = {},
  children,
}: PartProps) {
  const part = `checkpoint.${name}` as const;
  const title = part_title(part);
  // While another layer is read, the figures show the last one.
  const shown = network.shown.value?.state.layer ?? layer.value;
  const where = t('checkpoint.layer_number', { layer: layer_number(shown) });
  const section = (
    <section aria-label={title} aria-busy={of?.running}>
      {folded === undefined && (
        <Heading part={part}>{of_layer && <span class="checkpoint_where"> {where}</span>}</Heading>
      )}
      {text !== undefined && <Paragraph id={text} values={values} />}
      {of && <CallErrorNotice error={of.newest.error.value} />}
      {children}
    </section>
  );
  if (folded === undefined) return section;
  return (
    <Folded
      id={part_anchor(part)}
      title={of_layer ? `${title}, ${where}` : title}
      about={t(folded)}
    >
      {section}
    </Folded>
  );
}
