import type { Language, Name, Table } from './corpus.mjs';

export declare const languages: readonly Language[];
export declare function words_of(text: string): string[];
export declare function text_of(tokens: readonly string[]): string;
export declare function tokens_of(
  text: string,
  vocabulary: readonly string[],
): string[] | undefined;
export declare function entry_of(
  table: Table,
  kind: string,
  id: string,
  language: Language,
): Exclude<Name, string> | undefined;
