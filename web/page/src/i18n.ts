/** The words and numbers of the page in its one language. `start` sets the language before anything is drawn. */
import { IntlMessageFormat } from 'intl-messageformat';
import type en from './messages/en.json';
import type { LazyMessageKey } from './lazy/messages.ts';
import type { Language } from './languages.ts';
import { make_number_format } from './number_format.ts';
import type { NumberStyle } from './number_format.ts';

/** A catalogue that lacks a key, or has a misspelt one in `t('…')`, does not compile. */
type FirstKey = keyof typeof en;
export type MessageKey = FirstKey | LazyMessageKey;
export type Catalogue = Readonly<Record<FirstKey, string>>;
/** Fetches the words of a panel of lazy/, by their path in it. */
export type LazyCatalogues = Readonly<Record<string, () => Promise<unknown>>>;
export type MessageValues = Readonly<Record<string, string | number>>;

let catalogue: Readonly<Record<MessageKey, string>>;
let lazy_catalogues: LazyCatalogues = {};
let language: Language = 'en';
let number_format = make_number_format('en');
const compiled = new Map<MessageKey, IntlMessageFormat>();

export function set_language(name: Language, messages: Catalogue, lazy: LazyCatalogues): void {
  language = name;
  // The words of a panel of lazy/ are there before the panel is drawn (components/lazy_panel.tsx).
  catalogue = messages as typeof catalogue;
  lazy_catalogues = lazy;
  number_format = make_number_format(name);
  compiled.clear();
}

export const current_language = (): Language => language;

/** The words of a panel of lazy/. */
export async function add_messages(panel: string): Promise<void> {
  const messages = (await lazy_catalogues[`./lazy/${panel}/messages/${language}.json`]?.()) as Partial<typeof catalogue>;
  catalogue = { ...catalogue, ...messages };
}

/** Most messages are plain text, for which there is nothing to compile: that would take half of the time until the page is drawn. */
const is_plain = (text: string): boolean => !/[{<]/.test(text);

/** One set for all messages, where each would make its own. */
const formatters = {
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

// The library would ask the browser anew for each message which locale fits, a millisecond each; ours are plain names that all know.
IntlMessageFormat.resolveLocale = (locales) => new Intl.Locale(String(locales));

function compiled_message(key: MessageKey): IntlMessageFormat {
  let message = compiled.get(key);
  if (message === undefined) {
    message = new IntlMessageFormat(catalogue[key], language, undefined, { formatters });
    compiled.set(key, message);
  }
  return message;
}

/** A message as plain text. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  return is_plain(catalogue[key]) ? catalogue[key] : String(compiled_message(key).format(values));
}

type Wrap<Part> = (parts: (string | Part)[]) => Part;

/** A message with marked-up parts, and with parts for placeholders: `<code>…</code>` in the catalogue becomes `wraps.code(…)`. */
export function t_parts<Part>(
  key: MessageKey,
  values: Readonly<Record<string, string | number | Part>>,
  wraps: Readonly<Record<string, Wrap<Part>>>,
): (string | Part)[] {
  if (is_plain(catalogue[key])) return [catalogue[key]];
  const parts: unknown = compiled_message(key).format({ ...values, ...wraps });
  return (Array.isArray(parts) ? parts : [parts]) as (string | Part)[];
}

/** A number of the core, as text. */
export const format_number = (value: number, style: NumberStyle): string => number_format(value, style);

/** For plots, the same functions each time. */
export const format_tick = (value: number): string => format_number(value, 'tick');
export const format_count = (value: number): string => format_number(value, 'count');
