import type { Language } from '../../words/languages.ts';

/** Returns the address of the page in another language: the folder beside this one. */
export const language_address = (language: Language): string => `../${language}/`;

/** Returns the address of the page as a single file. */
export const single_file_address = (language: Language): string | undefined => `../ffn-lab.${language}.html`;

/** Makes the hreflang links absolute: crawlers require that, and the build does not know the origin. */
export function complete_addresses(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[hreflang]')) link.setAttribute('href', link.href);
}
