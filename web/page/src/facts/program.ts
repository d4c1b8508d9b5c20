/** The program of a number about the facts: it opens the same files, which the page offers, and runs the recipe of the number's answer. */
import { path_text } from '../numbers/path.ts';
import { literal, open_facts_lines } from '../numbers/program.ts';
import texts from './recipe.ts?program';

/** Opens the files as `facts`, a FactsModel. */
const open_lines = (activation: string) => [
  ...open_facts_lines(activation),
  '// A row: language, relation, subject, wording, then the tokens, the answer last.',
  'const sentences_of = (language) =>',
  '  corpus.sentences.filter((row) => [row[0], undefined].includes(language)).map((row) => row.slice(4));',
  'const [all, en, fr, vi] = [undefined, 0, 1, 2].map((language) => lab.FactTable(model, sentences_of(language)));',
  'const facts = { model, sentences: sentences_of(), tables: { all, en, fr, vi } };',
];

/** Returns the program that prints the number at a path of a recipe's value. */
export function program_of(recipe: string, state: { readonly activation: string }, value: unknown, path: string): string {
  const lines = [
    "import { load } from 'ffn-lab';\n",
    'const lab = await load();',
    `const state = ${literal(state)};\n`,
    ...open_lines(state.activation),
    texts[recipe] ?? '',
    `const answer = ${recipe}(lab, facts, state);`,
    `console.log(${path_text('answer', value, path)});`,
  ];
  return `${lines.join('\n')}\n`;
}
