export type Language = 'en' | 'fr' | 'vi';

export interface Sentence {
  readonly language: Language;
  readonly relation: string;
  /** The English name of the subject, in every language. */
  readonly subject: string;
  /** The index of the wording in templates.json. */
  readonly wording: number;
  /** All tokens, the answer last. */
  readonly tokens: readonly string[];
  readonly answer: string;
}

export interface Corpus {
  readonly vocabulary: readonly string[];
  readonly sentences: readonly Sentence[];
}

/** A name in one language; a text if it has no forms. */
export type Name = string | { name: string; the?: string; of?: string; in?: string };

export interface Kind {
  /** Names by their English form; a text if the name is the same in all languages. */
  names: Record<string, string | Record<Language, Name>>;
  /** Answers by subject and relation. */
  facts?: Record<string, Record<string, string | { answer: string; only: Language[] }>>;
}

export type Table = Record<string, Kind>;

export interface Template {
  subject: string;
  answer: string;
  wordings: Record<Language, string[]>;
}

export declare const languages: readonly Language[];
/** Sources, as texts for readers, by the part of the table that they support. */
export declare const sources: Readonly<Record<string, string>>;
export declare const table: Table;
export declare const templates: Record<string, Template>;
export declare const vocabulary: readonly string[];
export declare const sentences: readonly Sentence[];
export declare function corpus_of(table: Table, templates: Record<string, Template>): Corpus;
export declare function summary_of(corpus: Corpus): string[];
/** Returns the text of vocabulary.json. */
export declare function vocabulary_file(corpus: Corpus): string;
export declare function text_of(tokens: readonly string[]): string;
export declare function tokens_of(
  text: string,
  vocabulary: readonly string[],
): string[] | undefined;
