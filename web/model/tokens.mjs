// Tokens: the names of the table, however many words they have, and the other words of the
// wordings.

export const languages = ['en', 'fr', 'vi'];

/**
 * Splits the words of a wording or a form: at spaces and after an apostrophe, which stays with the
 * word before it (`de`, `l’`).
 */
export const words_of = (text) => text.split(/ |(?<=’)/).filter((word) => word !== '');

/** Returns the text of tokens: a space between two tokens, none after an apostrophe. */
export const text_of = (tokens) => tokens.join(' ').replaceAll('’ ', '’');

/**
 * Returns the tokens of a text: at each place the longest one that ends at a space, after an
 * apostrophe or at the end. Undefined if there is none.
 */
export function tokens_of(text, vocabulary) {
  const known = new Set(vocabulary);
  const ends = [...text.matchAll(/(?= )|(?<=’)|$/g)].map(({ index }) => index).reverse();
  const tokens = [];
  for (let start = 0; start < text.length;) {
    const end = ends.find((place) => place > start && known.has(text.slice(start, place)));
    if (end === undefined) return undefined;
    tokens.push(text.slice(start, end));
    start = text[end] === ' ' ? end + 1 : end;
  }
  return tokens;
}

/**
 * Returns a name in a language as `{ name }` with its forms: `the` is its article, `of` and `in`
 * are French prepositions with the article.
 */
export function entry_of(table, kind, id, language) {
  const entry = table[kind]?.names?.[id];
  const own = typeof entry === 'string' ? entry : entry?.[language];
  return typeof own === 'string' ? { name: own } : own;
}
