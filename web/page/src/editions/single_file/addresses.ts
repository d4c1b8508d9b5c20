import type { Language } from '../../languages.ts';

/** Where the page in another language is: in the file beside this one. */
export const language_address = (language: Language): string => `./ffn-lab.${language}.html`;

/** This is the single file. */
export const single_file_address = (_language: Language): string | undefined => undefined;

/** Those beside a file on a disk are relative for good. */
export function complete_addresses(): void {}
