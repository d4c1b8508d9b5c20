/** Globals of the platform that simulated pages lack. */
import { expect, it } from 'vitest';
import { load } from 'ffn-lab';
import { fetch_wasm } from '../../web/engine/src/edge/fetch_wasm.js';

const lab = await load();

const uses: Readonly<Record<string, () => unknown>> = {
  WebAssembly: () => load(),
  TextDecoder: () => load(),
  TextEncoder: () => lab.dataset_from_csv('1,2\n3,4'),
  fetch: () => lab.open_checkpoint('http://127.0.0.1:1/model.safetensors'),
  'fetch, for the module': () => fetch_wasm('http://127.0.0.1:1/a.wasm'),
};

it.each(Object.entries(uses))('an error names %s, and the way on', async (title, use) => {
  const name = title.replace(/,.*/, '');
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
  Reflect.deleteProperty(globalThis, name);
  try {
    const error: unknown = await new Promise((resolve) => resolve(use())).catch(
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({ name: 'FfnError', code: 'unsupported' });
    const { message } = error as Error;
    expect(message).toContain(name);
    expect(message).toMatch(/run the test in Node\.js|needs Chrome 100/);
  } finally {
    Object.defineProperty(globalThis, name, descriptor as PropertyDescriptor);
  }
});
