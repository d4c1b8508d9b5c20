/** Delay before the URL is revoked: the browser may need time to read the file. */
const revoke_after_ms = 60_000;

/** Downloads a file: the browser saves it or asks where to. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revoke_after_ms);
}
