/**
 * The program of a number about the facts: it opens the same files, which the page offers, and runs
 * the recipe of the number's answer.
 */
import { path_text } from '../numbers/path.ts';
import { open_facts_lines, program_text, read_corpus_lines } from '../numbers/program.ts';
import texts from './recipe.ts?program';
import type { VariantState } from './trained.ts';
import training_texts from './trained.ts?program';

const open_text = `// The page has both files: step “What is it for?”, “Take the model with you”.
async function open_facts(activation) {
  ${open_facts_lines("' + activation + '").join('\n  ')}
  // A row: language, relation, subject, wording, then the tokens, the answer last.
  const sentences = corpus.sentences.map((row) => row.slice(4));
  const languages = corpus.sentences.map(([language]) => corpus.languages[language]);
  const knowledge_units = (prompt) => lab.knowledge_units(model, prompt);
  return { model, sentences, languages, table: lab.FactTable(model, sentences), knowledge_units };
}
`;

const opened = (activation: string) => `await open_facts('${activation}')`;

/**
 * Returns the program that prints the number at a path of a recipe's value; a state without an
 * activation belongs to a recipe of both twins.
 */
export function program_of(recipe: string, state: object, value: unknown, path: string): string {
  const { activation } = state as { readonly activation?: string };
  const both = `{ gelu: ${opened('gelu')}, relu: ${opened('relu')} }`;
  return program_text(state, [
    open_text,
    texts[recipe] ?? '',
    `const facts = ${activation === undefined ? both : opened(activation)};`,
    `const answer = await ${recipe}(lab, facts, state);`,
    `console.log(${path_text('answer', value, path)});`,
  ]);
}

/** Returns the program that trains a variant from the start and prints one of its numbers. */
export const program_of_training = (state: VariantState, path: string): string =>
  program_text(state, [
    ...read_corpus_lines,
    training_texts['trained'] ?? '',
    'const answer = await trained(lab, corpus, state);',
    `console.log(answer.${path});`,
  ]);
