// Makes the sentences that the language model learns from the table (facts.json) and the wordings
// (templates.json), and checks both. `node web/model/corpus.mjs [FOLDER]` prints a summary and
// writes into FOLDER (.build/model by default) the sentences, en.txt, fr.txt, vi.txt, and
// vocabulary.json, which the page and the training read.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problems_of_sentences, problems_of_tables } from './checks.mjs';
import { entry_of, languages, text_of, words_of } from './tokens.mjs';

export { languages, text_of, tokens_of } from './tokens.mjs';

/**
 * Returns the tokens of the beginning of a sentence. The form before a name and the name are tokens
 * of their own.
 */
function beginning_of(wording, entry) {
  const [before, placeholder, after] = wording.split(/\{(\w+)\}/);
  const form = placeholder === 'name' ? '' : (entry[placeholder] ?? '');
  return [...words_of(before), ...words_of(form), entry.name, ...words_of(after)];
}

/**
 * Returns the facts of a relation in a language, as pairs of ids. A fact with `only` exists in
 * those languages.
 */
function facts_of(table, { subject: kind }, relation, language) {
  return Object.entries(table[kind].facts).flatMap(([subject, { [relation]: fact }]) => {
    if (fact === undefined) return [];
    const { answer, only = languages } = typeof fact === 'string' ? { answer: fact } : fact;
    return only.includes(language) ? [{ subject, answer }] : [];
  });
}

function sentences_of(table, templates) {
  return languages.flatMap((language) =>
    Object.entries(templates).flatMap(([relation, template]) =>
      facts_of(table, template, relation, language).flatMap(({ subject, answer }) => {
        const { name } = entry_of(table, template.answer, answer, language);
        return template.wordings[language].map((text, wording) => {
          const beginning = beginning_of(
            text,
            entry_of(table, template.subject, subject, language),
          );
          return {
            language,
            relation,
            subject,
            wording,
            tokens: [...beginning, name],
            answer: name,
          };
        });
      }),
    ),
  );
}

/**
 * Returns `{ vocabulary, sentences }`. The last token of a sentence is its answer; `subject` is the
 * English name, so that a fact has one subject in all languages. The vocabulary is sorted by code
 * units, so it does not depend on the order of the table. Throws an Error that lists all problems.
 */
export function corpus_of(table, templates) {
  const reject = (problems) => {
    if (problems.length > 0) throw new Error(problems.join('\n'));
  };
  reject(problems_of_tables(table, templates));
  const sentences = sentences_of(table, templates);
  const vocabulary = [...new Set(sentences.flatMap(({ tokens }) => tokens))].sort();
  reject(problems_of_sentences(vocabulary, sentences));
  return { vocabulary, sentences };
}

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const { sources, ...table } = read('facts.json');
export { sources, table };
export const templates = read('templates.json');
export const { vocabulary, sentences } = corpus_of(table, templates);

/**
 * The options with which both models are trained, with the names of the package's
 * `LanguageTraining`; README.md explains the choice. The page and facts_file.cpp read them from
 * vocabulary.json.
 */
const training = {
  n_layers: 1,
  d_model: 64,
  n_heads: 4,
  d_ff: 256,
  batch_size: 96,
  lr: 0.005,
  weight_decay: 4,
  schedule_steps: 1500,
  warm_up_steps: 20,
  prompt_loss_weight: 0.5,
  decay_feed_forward: false,
  seed: 1,
};

const facts_in = (some) =>
  new Set(some.map(({ language, relation, subject }) => `${language} ${relation} ${subject}`)).size;

/** Returns the lines of the summary: facts of each relation and language, then counts. */
export function summary_of({ vocabulary, sentences }) {
  const row = (title, cells) =>
    title.padEnd(14) + cells.map((cell) => String(cell).padStart(6)).join('');
  const counts = (some) => [
    ...languages.map((language) => facts_in(some.filter((one) => one.language === language))),
    facts_in(some),
  ];
  const relations = [...new Set(sentences.map(({ relation }) => relation))];
  const longest = sentences.reduce((one, other) =>
    other.tokens.length > one.tokens.length ? other : one,
  );
  return [
    row('facts', [...languages, 'all']),
    ...relations.map((relation) =>
      row(relation, counts(sentences.filter((one) => one.relation === relation))),
    ),
    row('all', counts(sentences)),
    `${sentences.length} sentences, ${vocabulary.length} tokens, ${new Set(sentences.map(({ answer }) => answer)).size} of them answers`,
    `longest sentence: ${longest.tokens.length} tokens, "${text_of(longest.tokens)}"`,
  ];
}

/**
 * Returns a function that numbers its arguments in the order of their first calls, and the list of
 * them.
 */
function numbering() {
  const list = [];
  const numbers = new Map();
  const number_of = (name) => {
    if (!numbers.has(name)) numbers.set(name, list.push(name) - 1);
    return numbers.get(name);
  };
  return [number_of, list];
}

/**
 * Returns the text of vocabulary.json: names by number, the options of the training, and one line
 * for each sentence: the numbers of its language, relation, subject and wording, then its tokens.
 */
export function vocabulary_file({ vocabulary, sentences }) {
  const [relation_number, relations] = numbering();
  const [subject_number, subjects] = numbering();
  const token_number = new Map(vocabulary.map((token, number) => [token, number]));
  const rows = sentences.map(({ language, relation, subject, wording, tokens }) => [
    languages.indexOf(language),
    relation_number(relation),
    subject_number(subject),
    wording,
    ...tokens.map((token) => token_number.get(token)),
  ]);
  // The last token of a sentence is predicted, not read.
  const n_positions = Math.max(...sentences.map(({ tokens }) => tokens.length)) - 1;
  const members = Object.entries({
    languages,
    relations,
    subjects,
    vocabulary,
    training: { n_vocab: vocabulary.length, n_positions, ...training },
  });
  const lines = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
  return `{\n${lines.join('\n')}\n"sentences":[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? fileURLToPath(new URL('../../.build/model', import.meta.url));
  mkdirSync(folder, { recursive: true });
  for (const language of languages) {
    const texts = sentences
      .filter((one) => one.language === language)
      .map(({ tokens }) => text_of(tokens));
    writeFileSync(join(folder, `${language}.txt`), `${texts.join('\n')}\n`);
  }
  writeFileSync(join(folder, 'vocabulary.json'), vocabulary_file({ vocabulary, sentences }));
  console.log(
    [
      ...summary_of({ vocabulary, sentences }),
      `written: ${join(folder, '{en.txt,fr.txt,vi.txt,vocabulary.json}')}`,
    ].join('\n'),
  );
}
