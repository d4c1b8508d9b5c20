/** `start` tells the module which JavaScript engine runs it. */
import { expect, it } from 'vitest';
import { is_javascript_core } from '../../web/engine/src/edge/start.js';

it('takes an engine for JavaScriptCore if its errors have a line', () => {
  expect(is_javascript_core()).toBe(false);
  const initial = globalThis.Error;
  globalThis.Error = class extends initial {
    readonly line = 1;
  } as unknown as ErrorConstructor;
  try {
    expect(is_javascript_core()).toBe(true);
  } finally {
    globalThis.Error = initial;
  }
});
