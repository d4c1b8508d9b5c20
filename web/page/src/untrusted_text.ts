/** Text that is not the page's own, such as names of files and tensors: it is shown as it is, and can do nothing to what stands around it. */

const longest_token = 24;
export const longest_name = 80;
export const longest_message = 400;

/** Control characters, zero width, orders to change direction, half characters. Not the joiners, which scripts and emoji need. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200C\u200D])\p{Cf}/gu;

const code_of = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase();

const right_to_left = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Text of its own direction within a sentence, as `<bdi>` is where there are elements. */
const isolated = (text: string): string => (right_to_left.test(text) ? `\u2068${text}\u2069` : text);

/** At whole characters. */
export function cut(text: string, longest = longest_name): string {
  const characters = Array.from(text.slice(0, 2 * longest + 2));
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text;
}

/** To be quoted in a message: not too long, with a code in place of what is not seen. */
export const shorten = (text: string, longest = longest_token): string =>
  isolated(cut(text, longest).replace(invisible, (character) => `\\u{${code_of(character)}}`));

/** As a string of a program, in which nothing is hidden either. */
export function quoted(text: string): string {
  const escape = (character: string) => Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join('');
  const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replace(invisible, escape)}'`;
}
