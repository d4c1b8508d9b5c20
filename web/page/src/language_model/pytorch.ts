/** The program that computes the next word in PyTorch from the files that the page offers. */
import text from './next_word.py?raw';

/** Returns a list of texts as Python. JSON's strings are Python's, too. */
const python_list = (words: readonly string[]) =>
  `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;

export const pytorch_program = (activation: string, words: readonly string[]): string =>
  text
    .replace(/^activation = .*$/m, () => `activation = ${activation}`)
    .replace(/^prompt = .*$/m, () => `prompt = ${python_list(words)}`);
