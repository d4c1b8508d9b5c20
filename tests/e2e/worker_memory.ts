/** How much memory WebAssembly has in the workers of a page. */
import type { Page } from '@playwright/test';

/** Before a worker's own script: its memories are remembered as they are made. */
const counter = `{
  const made = [];
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function (description) {
    const memory = new Memory(description);
    made.push(memory);
    return memory;
  };
  globalThis.wasm_bytes = () => made.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}
`;

/** To be called before the page is opened. */
export async function count_memory(page: Page): Promise<void> {
  await page.route(/\/assets\/worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: counter + (await response.text()) });
  });
}

/** Bytes, of each worker of the core. */
export function wasm_bytes(page: Page): Promise<number[]> {
  return Promise.all(
    page.workers().map((worker) => worker.evaluate(() => (globalThis as unknown as { wasm_bytes(): number }).wasm_bytes())),
  );
}
