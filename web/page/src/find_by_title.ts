/** Search by a few letters, as a reader types them in a hurry. */

/** Without marks and capitals, so that "do thua" finds "độ thưa". */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
}

/** Those with every word of the query in their title; the ones that begin with it come first. */
export function matching<Found extends { readonly title: string }>(places: readonly Found[], query: string): readonly Found[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const found = places.filter(({ title }) => words.every((word) => plain(title).includes(word)));
  const first = (place: Found) => (plain(place.title).startsWith(words[0] ?? '') ? 0 : 1);
  return found.toSorted((a, b) => first(a) - first(b));
}
