// Checks of the table, the wordings and the sentences. Every function returns or yields problems as
// texts.
import { entry_of, languages, text_of, tokens_of } from './tokens.mjs';

/** The size that the model is made for. */
export const limits = { facts: 700, vocabulary: 900, tokens: 12 };

/** Yields the texts below a value of JSON, each with its place. */
function* texts_of(value, place) {
  if (typeof value === 'string') yield { text: value, place };
  else
    for (const [key, member] of Object.entries(value ?? {}))
      yield* texts_of(member, `${place}.${key}`);
}

function* spelling_problems(value, place) {
  for (const { text, place: where } of texts_of(value, place)) {
    if (text !== text.normalize('NFC')) yield `${where}: "${text}" is not NFC`;
    if (/^ | $| {2}|[^\S ]/.test(text))
      yield `${where}: "${text}" has a space that splits no words`;
    if (text.includes("'")) yield `${where}: "${text}" has a straight apostrophe`;
  }
}

const contractions = {
  le: ['du', 'au'],
  la: ['de la', 'en'],
  'l’': ['de l’', 'en'],
  les: ['des', 'aux'],
  '': ['de', 'à'],
};

/**
 * Yields what is wrong with the forms of a French name: `of` and `in` follow from the article, and
 * the article from the first letter.
 */
function* french_problems(place, { name, the, of, in: where }) {
  if (the === undefined) return;
  const [with_of, with_in] = contractions[the] ?? [];
  if (with_of === undefined) yield `${place}: "${the}" is no article`;
  else if (of !== undefined && of !== with_of)
    yield `${place}: "${of} ${name}" instead of "${with_of} ${name}"`;
  else if (where !== undefined && where !== with_in)
    yield `${place}: "${where} ${name}" instead of "${with_in} ${name}"`;
  if (
    /^[aeiouyéè]/i.test(name) ? the === 'le' || the === 'la' : the === 'l’' && !name.startsWith('h')
  ) {
    yield `${place}: "${the}" before "${name}"`;
  }
}

/**
 * Yields every use of a name: of the subject with the placeholders of its wordings, of the answer
 * with `name`.
 */
function* uses_of(table, templates) {
  for (const [relation, { subject, answer, wordings }] of Object.entries(templates)) {
    const placeholders = (language) =>
      [...text_of(wordings[language] ?? []).matchAll(/\{(\w+)\}/g)].map(
        ([, placeholder]) => placeholder,
      );
    for (const [id, { [relation]: fact }] of Object.entries(table[subject]?.facts ?? {})) {
      if (fact === undefined) continue;
      for (const language of fact.only ?? languages) {
        for (const placeholder of placeholders(language))
          yield { kind: subject, id, language, placeholder };
        yield { kind: answer, id: fact.answer ?? fact, language, placeholder: 'name' };
      }
    }
  }
}

function* name_problems(table, templates) {
  const used = new Set();
  for (const { kind, id, language, placeholder } of uses_of(table, templates)) {
    used.add(`${kind}.${id}`);
    const entry = entry_of(table, kind, id, language);
    if (!entry?.name) yield `${kind}.${id}: no name in ${language}`;
    // A name without forms stands alone in English and Vietnamese.
    else if (
      placeholder !== 'name' &&
      entry[placeholder] === undefined &&
      (language === 'fr' || placeholder !== 'the')
    ) {
      yield `${kind}.${id}: no form "${placeholder}" in ${language}`;
    }
  }
  for (const [kind, { names = {} }] of Object.entries(table)) {
    for (const id of Object.keys(names)) {
      if (!used.has(`${kind}.${id}`)) yield `${kind}.${id}: a name without a fact`;
      const french = entry_of(table, kind, id, 'fr');
      if (french?.name) yield* french_problems(`${kind}.${id}`, french);
    }
  }
}

function* wording_problems(templates) {
  for (const [relation, { wordings }] of Object.entries(templates)) {
    for (const language of languages) {
      const texts = wordings[language] ?? [];
      if (new Set(texts).size < 2) yield `${relation}: ${language} needs two wordings`;
      for (const text of texts) {
        const places = text.match(/\{\w+\}/g) ?? [];
        if (places.length !== 1 || !/^\{(name|the|of|in)\}$/.test(places[0]))
          yield `${relation}: "${text}" needs one of {name}, {the}, {of}, {in}`;
      }
    }
  }
}

function* fact_problems(table, templates) {
  for (const [relation, { subject }] of Object.entries(templates)) {
    if (!Object.values(table[subject]?.facts ?? {}).some((relations) => relation in relations))
      yield `${relation}: no facts`;
  }
  for (const [kind, { facts = {} }] of Object.entries(table)) {
    for (const [id, relations] of Object.entries(facts)) {
      for (const relation of Object.keys(relations)) {
        if (templates[relation]?.subject !== kind)
          yield `${kind}.${id}: no wordings for "${relation}"`;
      }
    }
  }
}

/** Returns the problems that can be seen without sentences. */
export function problems_of_tables(table, templates) {
  const problems = [
    ...spelling_problems(table, 'facts'),
    ...spelling_problems(templates, 'templates'),
    ...wording_problems(templates),
    ...fact_problems(table, templates),
    ...name_problems(table, templates),
  ];
  return [...new Set(problems)];
}

function* answer_problems(sentences) {
  const answers = new Map();
  const texts = new Set();
  for (const { tokens, answer } of sentences) {
    const text = text_of(tokens);
    const beginning = text_of(tokens.slice(0, -1));
    if (tokens.at(-1) !== answer) yield `"${text}": the answer "${answer}" is not the last token`;
    if (answers.has(beginning) && answers.get(beginning) !== answer)
      yield `"${beginning}": "${answers.get(beginning)}" or "${answer}"`;
    if (texts.has(text)) yield `"${text}": twice`;
    answers.set(beginning, answer);
    texts.add(text);
  }
}

/**
 * Yields the problems of the tokens: `text_of` must lose nothing, and no sentence may be longer
 * than the model's positions.
 */
function* token_problems(vocabulary, sentences) {
  const unsorted = vocabulary.find((token, index) => index > 0 && !(vocabulary[index - 1] < token));
  if (unsorted !== undefined) yield `vocabulary: "${unsorted}" is not in its place`;
  for (const { tokens } of sentences) {
    const text = text_of(tokens);
    if (tokens_of(text, vocabulary)?.join('\n') !== tokens.join('\n'))
      yield `"${text}": not the tokens ${tokens.join(' | ')}`;
    if (tokens.length > limits.tokens)
      yield `"${text}": ${tokens.length} tokens, at most ${limits.tokens}`;
  }
}

function* count_problems(vocabulary, sentences) {
  const wordings = new Map();
  for (const { language, relation, subject } of sentences) {
    const fact = `${language} ${relation} ${subject}`;
    wordings.set(fact, (wordings.get(fact) ?? 0) + 1);
  }
  for (const [fact, count] of wordings) if (count < 2) yield `${fact}: ${count} sentence`;
  if (wordings.size < limits.facts) yield `${wordings.size} facts, at least ${limits.facts}`;
  if (vocabulary.length > limits.vocabulary)
    yield `${vocabulary.length} tokens, at most ${limits.vocabulary}`;
}

/** Returns the problems of the sentences. */
export function problems_of_sentences(vocabulary, sentences) {
  return [
    ...answer_problems(sentences),
    ...token_problems(vocabulary, sentences),
    ...count_problems(vocabulary, sentences),
  ];
}
