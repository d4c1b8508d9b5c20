/** A part of the step with its title, and the names and sizes that several parts show. */
import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { ActivationKind } from 'ffn-lab';
import type { ComponentChildren, ComponentProps } from 'preact';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import type { CallError } from '../../numbers/protocol.ts';
import type { MessageKey } from '../../words/i18n.ts';
import { current_language, format_number, t } from '../../words/i18n.ts';
import { Message } from '../../words/message.tsx';
import { layer, model } from './state.ts';

export const activation_name = (kind: ActivationKind) => t(`activation.name_${kind}` as 'activation.name_gelu');

/** The number of a layer, by its index, as the file counts. */
export const layer_number = (index: number) => format_number(model.value?.layers[index]?.number ?? index, 'count');

const units = ['kB', 'MB', 'GB'] as const;

/** Formats a number of bytes with a decimal unit in the page's language. */
export function byte_text(bytes: number): string {
  if (bytes < 1000) return t('checkpoint.bytes', { count: format_number(bytes, 'count') });
  let [value, unit] = [bytes / 1000, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  const symbol = current_language() === 'fr' ? units[unit]?.replace('B', 'o') : units[unit];
  const digits = value < 100 ? 1 : 0;
  const number = new Intl.NumberFormat(current_language(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  return `${number}\u00A0${symbol}`;
}

type Title = 'network' | 'map' | 'ranking' | 'neuron_page' | 'ablation' | 'by_layer' | 'variants' | 'input';

interface PartProps {
  readonly name: Title;
  /** About the chosen layer, which the title names because the layer slider soon scrolls off-screen. */
  readonly of_layer?: boolean;
  readonly busy?: ReadonlySignal<boolean>;
  /** Computed and shown when the reader opens it. */
  readonly folded?: boolean;
  /** Text below the title. */
  readonly text?: MessageKey;
  readonly values?: NonNullable<ComponentProps<typeof Message>['values']>;
  readonly error?: ReadonlySignal<{ readonly error: CallError | undefined }>;
  readonly children: ComponentChildren;
}

function PartTitle({ name, of_layer = false }: PartProps) {
  return (
    <h3>
      {t(`checkpoint.${name}`)}
      {of_layer && <span class="checkpoint_where"> {t('checkpoint.layer_number', { layer: layer_number(layer.value) })}</span>}
    </h3>
  );
}

function PartBody({ text, values = {}, error, children }: PartProps) {
  return (
    <>
      {text !== undefined && (
        <p>
          <Message id={text} values={values} />
        </p>
      )}
      {error && <CallErrorNotice error={error.value.error} />}
      {children}
    </>
  );
}

/** The folded parts that the reader has opened. */
const opened_parts = signal<ReadonlySet<Title>>(new Set());

function set_open(name: Title, open: boolean): void {
  const others = Array.from(opened_parts.peek()).filter((other) => other !== name);
  opened_parts.value = new Set(open ? [...others, name] : others);
}

export function Part(props: PartProps) {
  const { name, busy, folded = false } = props;
  const open = !folded || opened_parts.value.has(name);
  return (
    <section aria-label={t(`checkpoint.${name}`)} aria-busy={open ? busy : false}>
      {folded ? (
        <details class="checkpoint_folded" open={open} onToggle={(event) => set_open(name, event.currentTarget.open)}>
          <summary>
            <PartTitle {...props} />
          </summary>
          {open && <PartBody {...props} />}
        </details>
      ) : (
        <>
          <PartTitle {...props} />
          <PartBody {...props} />
        </>
      )}
    </section>
  );
}
