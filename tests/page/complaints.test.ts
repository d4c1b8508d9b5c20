/**
 * Complaints of users of other explanations, and the tests that show that this page avoids them.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Complaint {
  /** Projects and their issues. */
  readonly seen_at: string;
  readonly complaint: string;
  /** Parts of test titles, by the file below tests. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

const complaints: readonly Complaint[] = [
  {
    seen_at: 'poloclub/transformer-explainer',
    complaint: 'the numbers of the feed-forward network are random',
    tests: { 'e2e/provenance.spec.ts': ['each number of the page has a program'] },
  },
  {
    seen_at: 'bbycroft/llm-viz #22, #23',
    complaint: 'a wrong value under a label',
    tests: { 'e2e/feed_forward.spec.ts': ['every cell, statistic and size is the core’s'] },
  },
  {
    seen_at: 'tensorflow/playground #25, #22',
    complaint: 'a reset or another activation changes the initial weights',
    tests: {
      'e2e/guide.spec.ts': ['reset restores the default settings and the example’s numbers'],
      'e2e/feed_forward.spec.ts': [
        'choosing another form of GELU changes neither ReLU nor the weights',
      ],
      'engine/training_run.test.ts': ['trains twin runs on the same weights and batches'],
    },
  },
  {
    seen_at: 'tensorflow/playground #3, #5, #77, #208',
    complaint: 'training diverges without a message',
    tests: { 'e2e/training.spec.ts': ['diverging training reports the step, and can be undone'] },
  },
  {
    seen_at: 'tensorflow/playground #126',
    complaint: 'symbols without an explanation',
    tests: {
      'e2e/glossary.spec.ts': [
        'explains every mark that it draws',
        'a legend follows what the figures draw',
      ],
    },
  },
  {
    seen_at: 'tensorflow/playground #20, #102, poloclub/cnn-explainer #2, #8, #15, #17',
    complaint: 'no data of one’s own, or no message about their errors',
    tests: {
      'e2e/pasted.spec.ts': [
        'a pasted matrix runs',
        'invalid input is refused at the field with a message',
      ],
      'e2e/training_data.spec.ts': ['invalid lines of CSV are explained'],
      'e2e/checkpoint_files.spec.ts': ['invalid files are refused with a message'],
    },
  },
  {
    seen_at: 'tensorflow/playground #23, #39',
    complaint: 'nothing can be exported',
    tests: {
      'e2e/export.spec.ts': [
        'CSV and JSON of each tensor have the core’s bits',
        'an exported input can be pasted as input',
      ],
      'e2e/training_data.spec.ts': ['weights saved to a file and opened again have the same bits'],
    },
  },
  {
    seen_at: 'poloclub/transformer-explainer #26, #57, #82, #86, forks of bbycroft/llm-viz',
    complaint: 'only in English, or half translated',
    tests: {
      'page/messages.test.ts': [
        'has the same keys as the others, none empty',
        'has the same placeholders and tags',
      ],
      'e2e/layout.spec.ts': ['no step is wider than the window, axe finds no violation ('],
      'e2e/pictures.spec.ts': ['pictures ('],
    },
  },
  {
    seen_at: 'poloclub/transformer-explainer',
    complaint: '1300 pixels wide or nothing',
    tests: {
      'e2e/complaints.spec.ts': [
        'on a phone every control of every panel can be tapped',
        'on a phone with a keyboard Tab reaches every panel',
      ],
    },
  },
  {
    seen_at: 'poloclub/transformer-explainer',
    complaint: 'no visible focus',
    tests: {
      'e2e/complaints.spec.ts': ['on a phone with a keyboard Tab reaches every panel'],
      'e2e/layout.spec.ts': ['no step is wider than the window, axe finds no violation ('],
    },
  },
  {
    seen_at: 'rasbt/LLMs-from-scratch #1003',
    complaint: 'an input of one sign only, on which GELU and ReLU look the same',
    tests: { 'e2e/complaints.spec.ts': ['the inputs of the random examples have both signs'] },
  },
  {
    seen_at: 'openai/automated-interpretability #22',
    complaint: 'the wrong form of GELU goes unnoticed',
    tests: { 'e2e/checkpoint.spec.ts': ['another activation fails the comparison'] },
  },
  {
    seen_at: 'openai/transformer-debugger #27',
    complaint: 'sizes that were typed, not computed',
    tests: {
      'e2e/cost.spec.ts': ['every number is the core’s'],
      'e2e/feed_forward.spec.ts': ['every cell, statistic and size is the core’s'],
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
    for (const name of wanted)
      expect([file, name, names.some((one) => one.includes(name))]).toEqual([file, name, true]);
  }
});
