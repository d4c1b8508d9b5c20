import { trusted_script_url } from '../../compute/trusted_script_url.ts';
import type { Language } from '../../words/languages.ts';

export const language_address = (language: Language): string => `../${language}/`;

export const single_file_address = (language: Language): string | undefined =>
  `../ffn-lab.${language}.html`;

/** Returns the page that other sites may frame. */
export const embed_address = (language: Language): string | undefined =>
  `../${language}/embed.html`;

export const licenses_address = (): string => '../licenses.txt';

/**
 * Makes the hreflang links absolute: crawlers require that, and the build does not know the origin.
 */
export function complete_addresses(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[hreflang]'))
    link.setAttribute('href', link.href);
}

/**
 * Registers the service worker for offline use. Does nothing in development, without support, or if
 * the registration fails.
 */
export function register_service_worker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const script = trusted_script_url(new URL('../service_worker.js', location.href).href);
  navigator.serviceWorker.register(script).catch(() => undefined);
}
