// Tokens: the names of the table, however many words they have, and the other words of the wordings.

export const languages = ['en', 'fr', 'vi'];

/** Splits the words of a wording or a form: at spaces and after an apostrophe, which stays with the word before it (`de`, `l’`). */
export const words_of = (text) => text.split(/ |(?<=’)/).filter((word) => word !== '');

/** Returns the text of tokens: a space between two tokens, none after an apostrophe. */
export const text_of = (tokens) => tokens.join(' ').replaceAll('’ ', '’');

/** Returns the tokens of a text that consists of tokens of the vocabulary: at each place the longest one. Undefined if there is none. */
export function tokens_of(text, vocabulary) {
  const tokens = [];
  for (let rest = text; rest !== '';) {
    const fits = (token) => rest.startsWith(token) && (token.endsWith('’') || rest.length === token.length || rest[token.length] === ' ');
    const token = vocabulary.filter(fits).reduce((longest, other) => (other.length > longest.length ? other : longest), '');
    if (token === '') return undefined;
    tokens.push(token);
    rest = rest.slice(token.length).replace(/^ /, '');
  }
  return tokens;
}

/** Returns a name in a language as `{ name }` with its forms: `the` is its article, `of` and `in` are French prepositions with the article. */
export function entry_of(table, kind, id, language) {
  const entry = table[kind]?.names?.[id];
  const own = typeof entry === 'string' ? entry : entry?.[language];
  return typeof own === 'string' ? { name: own } : own;
}
