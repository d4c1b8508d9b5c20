const longest = 24;

/** A text to quote in a message, cut at whole characters, so that half of a surrogate pair is never shown. */
export function shorten(text: string): string {
  const characters = Array.from(text.slice(0, 2 * longest + 2));
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text;
}
