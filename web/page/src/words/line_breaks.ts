/**
 * Keeps short parts of hyphenated words on one line: "GPT-2", "est-ce" and "nơ-ron", but not
 * "feed-forward". A word joiner, which no browser draws, forbids the line break after the hyphen;
 * the page's fonts have no U+2011.
 */
const joiner = '\u2060';

const letter = String.raw`[\p{L}\p{N}]`;
/** A hyphen before a part of at most four letters, or after one of at most two; or code. */
const hyphen = new RegExp(
  `<code>.*?</code>|(?<=${letter})-(?=${letter}{1,4}(?!${letter}))|(?<=(?<!${letter})${letter}{1,2})-(?=${letter})`,
  'gu',
);

export const keep_together = (text: string): string =>
  text.includes('-')
    ? text.replace(hyphen, (found) => (found === '-' ? `-${joiner}` : found))
    : text;

/** For files, code and searches, which compare characters. */
export const without_joiners = (text: string): string => text.replaceAll(joiner, '');
