import type { Language } from '../../languages.ts';

/** Where the page in another language is: in the folder beside this one. */
export const language_address = (language: Language): string => `../${language}/`;

/** Where the page as a single file is, to keep or to hand out. */
export const single_file_address = (language: Language): string | undefined => `../ffn-lab.${language}.html`;

/** Robots take the addresses of translations in full only, which the build cannot know. */
export function complete_addresses(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[hreflang]')) link.setAttribute('href', link.href);
}
