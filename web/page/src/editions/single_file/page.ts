import { signal } from '@preact/signals';
import licenses from 'virtual:licenses_text';
import type { Language } from '../../words/languages.ts';
import { unpack } from './unpack.ts';

export const language_address = (language: Language): string => `./ffn-lab.${language}.html`;

/** Returns undefined: this is the single file. */
export const single_file_address = (_language: Language): string | undefined => undefined;

/** Returns undefined: the page for frames is a file beside the others. */
export const embed_address = (_language: Language): string | undefined => undefined;

const address = signal<string | undefined>(undefined);

async function make_licenses(): Promise<void> {
  const texts = new Blob([await unpack(licenses)], { type: 'text/plain;charset=utf-8' });
  address.value ??= URL.createObjectURL(texts);
}

/**
 * Returns a blob URL of the licence texts, which the single file contains. Until they are unpacked it
 * is the list beside the link, whose component is then rendered again.
 */
export function licenses_address(): string {
  if (address.value === undefined) void make_licenses();
  return address.value ?? '#proof_licenses';
}

/** Does nothing: the links between local files stay relative. */
export function complete_addresses(): void {}

/** Does nothing: the single file works offline. */
export function register_service_worker(): void {}
