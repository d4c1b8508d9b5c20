import type { Language } from '../../words/languages.ts';

/** Returns the address of the page in another language: the file beside this one. */
export const language_address = (language: Language): string => `./ffn-lab.${language}.html`;

/** Returns undefined: this is the single file. */
export const single_file_address = (_language: Language): string | undefined => undefined;

/** Does nothing: the links between local files stay relative. */
export function complete_addresses(): void {}
