/** What users of other explanations complain of, and the tests that hold this page to better: a list that ends with its tests. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Complaint {
  /** Projects and their issues. */
  readonly seen_at: string;
  readonly complaint: string;
  /** Files below tests, and how the names of tests in them begin or go on. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

const complaints: readonly Complaint[] = [
  {
    seen_at: 'poloclub/transformer-explainer',
    complaint: 'the numbers of the feed-forward network are random',
    tests: { 'e2e/provenance.spec.ts': ['each number can be computed again'] },
  },
  {
    seen_at: 'bbycroft/llm-viz #22, #23',
    complaint: 'a wrong value under a label',
    tests: { 'e2e/feed_forward.spec.ts': ['every cell is the core’s'] },
  },
  {
    seen_at: 'tensorflow/playground #25, #22',
    complaint: 'a reset or another activation changes the weights that one begins with',
    tests: {
      'e2e/guide.spec.ts': ['reset: the usual settings, the same example'],
      'e2e/feed_forward.spec.ts': ['the form of GELU can be changed; ReLU and the weights stay'],
      'engine/training_run.test.ts': ['races twins on the same weights and batches'],
    },
  },
  {
    seen_at: 'tensorflow/playground #3, #5, #77, #208',
    complaint: 'training diverges without a word',
    tests: { 'e2e/training.spec.ts': ['a race that diverges says where, and comes back'] },
  },
  {
    seen_at: 'tensorflow/playground #126',
    complaint: 'marks that nothing explains',
    tests: { 'e2e/glossary.spec.ts': ['every symbol of the page has a legend entry', 'the legend of a lazy panel is loaded with it'] },
  },
  {
    seen_at: 'tensorflow/playground #20, #102, poloclub/cnn-explainer #2, #8, #15, #17',
    complaint: 'no data of one’s own, or no word on what is wrong with them',
    tests: {
      'e2e/pasted.spec.ts': ['a pasted matrix runs', 'bad input is refused at the field, in words'],
      'e2e/training_data.spec.ts': ['wrong lines of CSV are explained'],
      'e2e/checkpoint_files.spec.ts': ['a file that is none is refused in words'],
    },
  },
  {
    seen_at: 'tensorflow/playground #23, #39',
    complaint: 'nothing can be taken away',
    tests: {
      'e2e/export.spec.ts': ['each tensor as CSV and JSON has the core’s bits', 'an exported input, pasted, is the same input'],
      'e2e/training_data.spec.ts': ['weights go into a file and come back with the same bits'],
    },
  },
  {
    seen_at: 'poloclub/transformer-explainer #26, #57, #82, #86, forks of bbycroft/llm-viz',
    complaint: 'only in English, or half translated',
    tests: {
      'page/messages.test.ts': ['has the keys of the others, none empty', 'has their placeholders and tags'],
      'e2e/layout.spec.ts': ['pictures (', 'nothing is wider than the window ('],
    },
  },
  {
    seen_at: 'poloclub/transformer-explainer',
    complaint: '1300 pixels wide or nothing',
    tests: { 'e2e/complaints.spec.ts': ['a telephone: a finger reaches', 'a telephone with a keyboard'] },
  },
  {
    seen_at: 'poloclub/transformer-explainer',
    complaint: 'no sign of the focus',
    tests: { 'e2e/complaints.spec.ts': ['a telephone with a keyboard'], 'e2e/layout.spec.ts': ['accessibility ('] },
  },
  {
    seen_at: 'rasbt/LLMs-from-scratch #1003',
    complaint: 'an input of one sign only, on which GELU and ReLU look the same',
    tests: { 'e2e/complaints.spec.ts': ['the inputs of the random examples have both signs'] },
  },
  {
    seen_at: 'openai/automated-interpretability #22',
    complaint: 'the wrong form of GELU, unnoticed',
    tests: { 'e2e/checkpoint.spec.ts': ['the wrong GELU fails the comparison'] },
  },
  {
    seen_at: 'openai/transformer-debugger #27',
    complaint: 'sizes that were typed',
    tests: {
      'e2e/cost.spec.ts': ['every number is the core’s'],
      'e2e/feed_forward.spec.ts': ['statistics, difference and sizes are the core’s'],
    },
  },
];

const names_in = (file: string): readonly string[] => {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  return [...text.matchAll(/\b(?:test|it)\(\s*(['"`])(.*?)\1,/g)].map(([, , name]) => name ?? '');
};

it.each(complaints)('$complaint ($seen_at): there are tests against it', ({ tests }) => {
  for (const [file, wanted] of Object.entries(tests)) {
    const names = names_in(file);
    for (const name of wanted) expect([file, name, names.some((one) => one.includes(name))]).toEqual([file, name, true]);
  }
});
