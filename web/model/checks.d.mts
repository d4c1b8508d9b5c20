import type { Sentence } from './corpus.mjs';

export declare const limits: {
  readonly facts: number;
  readonly vocabulary: number;
  readonly tokens: number;
};
export declare function problems_of_sentences(
  vocabulary: readonly string[],
  sentences: readonly Sentence[],
): string[];
