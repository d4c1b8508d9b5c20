/** Measures the WebAssembly memory of a page's workers. */
import type { Page } from '@playwright/test';

/** Code before a worker's own script that records every memory it creates. */
const counter = `{
  const memories = [];
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function (description) {
    const memory = new Memory(description);
    memories.push(memory);
    return memory;
  };
  globalThis.wasm_bytes = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}
`;

/** Adds the counter to the page's workers. Call it before the page is opened. */
export async function count_memory(page: Page): Promise<void> {
  await page.route(/\/assets\/worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: counter + (await response.text()) });
  });
}

/** Returns the bytes of WebAssembly memory in each worker. */
export function wasm_bytes(page: Page): Promise<number[]> {
  return Promise.all(
    page
      .workers()
      .map((worker) =>
        worker.evaluate(() => (globalThis as unknown as { wasm_bytes(): number }).wasm_bytes()),
      ),
  );
}
