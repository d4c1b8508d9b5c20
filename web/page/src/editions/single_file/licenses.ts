import text from 'virtual:licenses_text';

let address: string | undefined;

/** Returns a blob URL of the licence texts, which the single file contains. */
export function licenses_address(): string {
  address ??= URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  return address;
}
