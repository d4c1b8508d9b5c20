/**
 * Escaping of untrusted text, such as names of files and tensors, so that it cannot affect the text
 * around it.
 */

const longest_token = 24;
export const longest_name = 80;
export const longest_message = 400;

/**
 * Control, zero-width and bidirectional formatting characters and lone surrogates; not the joiners,
 * which scripts and emoji need.
 */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200C\u200D])\p{Cf}/gu;

const code_of = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase();

const right_to_left =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Wraps right-to-left text in directional isolates: the equivalent of `<bdi>` for plain text. */
const isolated = (text: string): string =>
  right_to_left.test(text) ? `\u2068${text}\u2069` : text;

/** Truncates a text to `longest` code points. */
export function cut(text: string, longest = longest_name): string {
  const characters = Array.from(text.slice(0, 2 * longest + 2));
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text;
}

/** Returns a text for quoting in a message: truncated, with invisible characters as `\u{…}`. */
export const shorten = (text: string, longest = longest_token): string =>
  isolated(cut(text, longest).replace(invisible, (character) => `\\u{${code_of(character)}}`));

/** Returns a single-quoted JavaScript string literal, with invisible characters escaped. */
export function quoted(text: string): string {
  const escape = (character: string) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replace(invisible, escape)}'`;
}
