import { without_joiners } from '../words/line_breaks.ts';

/** Words of a search: without diacritics and capitals, and in the plural as in the singular. */

/** Returns the text in lower case without diacritics, so that "do thua" finds "độ thưa". */
export const normalize_text = (text: string): string =>
  without_joiners(text).normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();

/** Returns the words of a query, without the s of a plural in English and French. */
export const query_words = (query: string): readonly string[] =>
  normalize_text(query)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/(?<=\w{3})s$/, ''));

/** Whether the text contains every word of a query. */
export function contains_words(text: string, query: string): boolean {
  const normalized = normalize_text(text);
  return query_words(query).every((word) => normalized.includes(word));
}
