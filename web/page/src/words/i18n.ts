/**
 * Messages and number formats in the page's language, which `start` (main.tsx) sets before the
 * first render.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import type { VNode } from 'preact';
import type en from './messages/en.json';
import type { Language } from './languages.ts';
import { keep_together } from './line_breaks.ts';
import { make_number_format, type NumberStyle } from './number_format.ts';

/** The English catalogues of the steps, which steps/STEP/entry.ts adds. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Catalogues {}

/** Makes a missing key in a catalogue and a misspelt one in `t('…')` compile errors. */
type FirstKey = keyof typeof en;
export type MessageKey =
  FirstKey | { [Step in keyof Catalogues]: keyof Catalogues[Step] }[keyof Catalogues];
export type Catalogue = Readonly<Record<FirstKey, string>>;
/** Loaders of further catalogues, by path: `../steps/STEP/messages/LANGUAGE.json`. */
export type StepCatalogues = Readonly<Record<string, () => Promise<unknown>>>;

let catalogue: Readonly<Record<MessageKey, string>>;
let step_catalogues: StepCatalogues = {};
let language: Language = 'en';
let number_format = make_number_format('en');
const compiled = new Map<MessageKey, IntlMessageFormat>();

/** Returns messages as the page shows them. */
const shown_messages = <Messages extends object>(messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, text]) => [key, keep_together(String(text))]),
  ) as Messages;

export function set_language(name: Language, messages: Catalogue, of_steps: StepCatalogues): void {
  language = name;
  // shell/load_step.ts adds the messages of a step before it renders the step, so the missing keys
  // are never read.
  catalogue = shown_messages(messages) as typeof catalogue;
  step_catalogues = of_steps;
  number_format = make_number_format(name);
  compiled.clear();
}

export const current_language = (): Language => language;

export const loaded_keys = () => Object.keys(catalogue) as readonly MessageKey[];
export const loaded_messages = (): readonly (readonly [string, string])[] =>
  Object.entries(catalogue);

/** Adds the messages of a folder, such as `steps/hidden`, and returns them. */
export async function add_messages(folder: string): Promise<Readonly<Record<string, string>>> {
  const loaded = await step_catalogues[`../${folder}/messages/${language}.json`]?.();
  const messages = shown_messages({ ...(loaded as Partial<typeof catalogue>) });
  catalogue = { ...catalogue, ...messages };
  return messages;
}

/**
 * Most messages are plain text. Compiling those as well would take half of the time until the page
 * is rendered.
 */
const is_plain = (text: string): boolean => !/[{<]/.test(text);

// The library matches the locale against the browser's list for each message, which takes a
// millisecond; every browser has ours.
IntlMessageFormat.resolveLocale = (locales) => new Intl.Locale(String(locales));

/** Writes the number of a plural, `#`, as the page writes all counts. */
const formatters = {
  getNumberFormat: () => new Intl.NumberFormat(language, { useGrouping: 'min2' }),
  getDateTimeFormat: (locales?: string | string[]) => new Intl.DateTimeFormat(locales),
  getPluralRules: (locales?: string | string[], options?: Intl.PluralRulesOptions) =>
    new Intl.PluralRules(locales, options),
};

function compiled_message(key: MessageKey): IntlMessageFormat {
  const message =
    compiled.get(key) ?? new IntlMessageFormat(catalogue[key], language, undefined, { formatters });
  compiled.set(key, message);
  return message;
}

/** Returns a message as plain text. */
export function t(key: MessageKey, values: Readonly<Record<string, string | number>> = {}): string {
  return is_plain(catalogue[key]) ? catalogue[key] : String(compiled_message(key).format(values));
}

export type Part = string | VNode;
/** Elements for the tags in messages, by name. */
export type Wraps = Readonly<Record<string, (parts: Part[]) => VNode>>;

/**
 * Returns a message as a list of parts: `<code>…</code>` in the catalogue becomes `wraps.code(…)`;
 * placeholder values may be parts too.
 */
export function t_parts(
  key: MessageKey,
  values: Readonly<Record<string, Part | number>>,
  wraps: Wraps,
): Part[] {
  if (is_plain(catalogue[key])) return [catalogue[key]];
  return [compiled_message(key).format<Part>({ ...values, ...wraps })].flat();
}

export const format_number = (value: number, style: NumberStyle): string =>
  number_format(value, style);

/** Constants, so that memoized components receive identical props. */
export const format_tick = (value: number): string => format_number(value, 'tick');
export const format_count = (value: number): string => format_number(value, 'count');
