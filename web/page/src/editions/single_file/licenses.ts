import text from 'virtual:licenses_text';

let address: string | undefined;

/** A file that is handed on alone has the texts of all licences inside. */
export function licenses_address(): string {
  address ??= URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  return address;
}
