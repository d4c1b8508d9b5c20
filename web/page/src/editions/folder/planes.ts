/** Returns the bytes of a model as plugins/facts_archive.ts packs them: base64, for transfer. */
export const read_planes = (text: string): Promise<Uint8Array> =>
  Promise.resolve(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
