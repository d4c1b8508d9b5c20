import licenses from 'virtual:licenses_text';
import type { Language } from '../../words/languages.ts';

export const language_address = (language: Language): string => `./ffn-lab.${language}.html`;

/** Returns undefined: this is the single file. */
export const single_file_address = (_language: Language): string | undefined => undefined;

let address: string | undefined;

/** Returns a blob URL of the licence texts, which the single file contains. */
export const licenses_address = (): string =>
  (address ??= URL.createObjectURL(new Blob([licenses], { type: 'text/plain;charset=utf-8' })));

/** Does nothing: the links between local files stay relative. */
export function complete_addresses(): void {}

/** Does nothing: the single file works offline. */
export function register_service_worker(): void {}
