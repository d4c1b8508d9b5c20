/**
 * Returns the address of the folder that has /en/, for links that must be absolute; relative if the
 * build does not know its host.
 */
export function site_address(given = ''): string {
  return given === '' ? '../' : new URL('./', given).href;
}
