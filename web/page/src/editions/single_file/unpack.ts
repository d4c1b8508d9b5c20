/** Unpacks gzip data in base64, as the build packs what a single file contains. */
export async function unpack(data: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  // Not the stream of a Blob, which WebKit cannot read in a worker of a page opened from a disk.
  const stream = new Response(packed).body?.pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
