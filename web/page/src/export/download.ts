/** So long a browser may take to fetch what it was handed. */
const revoke_after_ms = 60_000;

/** Hands a file to the browser, which saves it or asks where to. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revoke_after_ms);
}
