/** Case- and diacritic-insensitive search over titles. */

/** Returns the text in lower case without diacritics, so that "do thua" finds "độ thưa". */
export function normalize_text(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
}

/** Returns the targets whose title contains every word of the query; those with a word that starts with its first word come first. */
export function find_by_title<Target extends { readonly title: string }>(targets: readonly Target[], query: string): readonly Target[] {
  const words = normalize_text(query).split(/\s+/).filter(Boolean);
  const found = targets.filter(({ title }) => words.every((word) => normalize_text(title).includes(word)));
  const starts = ({ title }: Target) =>
    normalize_text(title)
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => word.startsWith(words[0] ?? ''));
  return [...found.filter(starts), ...found.filter((target) => !starts(target))];
}
