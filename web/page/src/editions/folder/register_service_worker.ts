import { trusted_script_url } from '../../numbers/trusted_script_url.ts';

/** Registers the service worker for offline use. Does nothing in development, without support, or if the registration fails. */
export function register_service_worker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const script = trusted_script_url(new URL('../service_worker.js', location.href).href);
  navigator.serviceWorker.register(script).catch(() => undefined);
}
