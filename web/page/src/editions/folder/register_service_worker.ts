import { trusted_script_url } from '../../core/trusted_script_url.ts';

/** Asks for a copy that works without a network; a browser that has none to give changes nothing. */
export function register_service_worker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const script = trusted_script_url(new URL('../service_worker.js', location.href).href);
  navigator.serviceWorker.register(script).catch(() => undefined);
}
