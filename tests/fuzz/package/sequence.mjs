// Runs the steps of a sequence on a lab and disposes of all objects that they have created.
import { FfnError } from 'ffn-lab';
import { make_random } from '../../soak/random.mjs';

/**
 * Converts an FfnError to a result: its code and message must be the same in every build. Rethrows
 * any other error.
 */
export function refusal(error) {
  if (!(error instanceof FfnError)) throw error;
  if (typeof error.code !== 'string' || error.message === '')
    throw new Error(`an error without a code or a message: ${error.code} "${error.message}"`);
  return { refused: error.code, message: error.message };
}

/** @returns {Promise<{ name: string, apart: string, result: unknown }[]>} */
export async function run_sequence(lab, steps, operations, say = () => undefined) {
  /** The objects that the steps have created, in order; some may be disposed. */
  const state = { things: [], wild: new WeakSet() };
  const results = [];
  try {
    for (const { name, seed } of steps) {
      const random = make_random(seed);
      let said = '';
      const tools = { lab, state, random, say: (text) => (said = text) };
      let outcome;
      try {
        outcome = await operations[name].run(tools);
      } catch (error) {
        say(`${name} ${said}`);
        outcome = { apart: 'same', result: refusal(error) };
      }
      say(`${name} ${said}`);
      results.push({ name: `${name} ${said}`, apart: 'same', ...(outcome ?? {}) });
    }
  } finally {
    for (const { thing } of state.things) thing.dispose();
  }
  return results;
}
