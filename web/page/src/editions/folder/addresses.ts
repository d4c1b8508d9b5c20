import type { Language } from '../../languages.ts';

/** Where the page in another language is: in the folder beside this one. */
export const language_address = (language: Language): string => `../${language}/`;

/** Where the page as a single file is, to keep or to hand out. */
export const single_file_address = (language: Language): string | undefined => `../ffn-lab.${language}.html`;
