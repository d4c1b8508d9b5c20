/** Unpacks gzip data in base64, as the build packs what a single file contains. */
export async function unpack(data: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
