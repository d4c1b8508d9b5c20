/**
 * A file that a learner hands in: a text to be read, and below it the same as JSON, which the page
 * opens again.
 */
import { shorten } from '../words/untrusted_text.ts';

/** An answer of the learner. */
export interface HandedIn {
  /** Names the guess or the exercise. */
  readonly name: string;
  readonly answer: string;
  /** As judged where it was given; undefined if it was not judged. */
  readonly right?: boolean | undefined;
  /** The hash of the address at which its step opens as the learner had it. */
  readonly state: string;
}

export interface HandIn {
  readonly learner: string;
  readonly language: string;
  /** ISO 8601. */
  readonly made: string;
  readonly answers: readonly HandedIn[];
}

const version = 1;
/** The line between the two halves of the file. */
export const divider = '---- ffn-lab hand-in, for the page ----';

export const write_hand_in = (text: string, hand_in: HandIn): string =>
  `${text.trimEnd()}\n\n${divider}\n${JSON.stringify({ version, ...hand_in }, null, 1)}\n`;

/** Why a file is refused: a message, and the values in it. */
export class HandInError extends Error {
  constructor(
    readonly reason: 'large' | 'other' | 'damaged' | 'version' | 'member',
    readonly values: Readonly<Record<string, string>> = {},
  ) {
    super(reason);
  }
}

export const longest_file = 100_000;
const most_answers = 100;

const described = (value: unknown) => shorten(JSON.stringify(value) ?? 'undefined', 40);

/** Checks a member of the file; `expected` describes what it must be. */
function member<Value>(
  name: string,
  value: unknown,
  valid: (value: unknown) => value is Value,
  expected: string,
): Value {
  if (valid(value)) return value;
  throw new HandInError('member', { name, value: described(value), expected });
}

const text_up_to =
  (longest: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length <= longest;
const is_date = (value: unknown): value is string =>
  text_up_to(40)(value) && Number.isFinite(Date.parse(value));
/** Nothing but parameters: the link leads to this page, wherever the file comes from. */
const is_state = (value: unknown): value is string =>
  text_up_to(4000)(value) && /^#[\w=&.,~:%-]+$/.test(value);
const is_list = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= most_answers;
const is_judgement = (value: unknown): value is boolean | undefined =>
  value === undefined || typeof value === 'boolean';

function read_answer(given: unknown, index: number): HandedIn {
  const { name, answer, right, state } = Object(given) as Partial<Record<string, unknown>>;
  const at = `answers[${index}]`;
  return {
    name: member(`${at}.name`, name, text_up_to(40), 'a text of at most 40 characters'),
    answer: member(`${at}.answer`, answer, text_up_to(200), 'a text of at most 200 characters'),
    right: member(`${at}.right`, right, is_judgement, 'true or false'),
    state: member(`${at}.state`, state, is_state, '#v=…'),
  };
}

function parse(text: string): Partial<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Partial<Record<string, unknown>>;
  } catch {
    throw new HandInError('damaged');
  }
}

/** Reads what `write_hand_in` has written. @throws HandInError for anything else */
export function read_hand_in(text: string): HandIn {
  if (text.length > longest_file) throw new HandInError('large', { most: String(longest_file) });
  const at = text.lastIndexOf(divider);
  if (at < 0) throw new HandInError('other');
  const given = parse(text.slice(at + divider.length));
  if (given['version'] !== version)
    throw new HandInError('version', {
      found: described(given['version']),
      known: String(version),
    });
  const answers = member('answers', given['answers'], is_list, `at most ${most_answers} answers`);
  return {
    learner: member('learner', given['learner'], text_up_to(80), 'at most 80 characters'),
    language: member('language', given['language'], text_up_to(8), 'en, fr, vi'),
    made: member('made', given['made'], is_date, '2026-01-31T12:00:00Z'),
    answers: answers.map(read_answer),
  };
}
