import { FfnError } from './errors.js';

/** Fetches a .wasm file, up to the beginning of its content. @throws FfnError `load_failed` */
export async function fetch_wasm(url: string | URL, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin', ...(signal && { signal }) });
  } catch (cause) {
    throw new FfnError('load_failed', `${String(url)} could not be fetched`, { cause });
  }
  if (!response.ok)
    throw new FfnError(
      'load_failed',
      `${String(url)} could not be fetched: HTTP status ${response.status}`,
    );
  return response;
}
