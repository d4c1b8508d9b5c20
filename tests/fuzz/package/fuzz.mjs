// Runs random sequences of calls; see `run --help`.
import { parseArgs } from 'node:util';
import { load } from 'ffn-lab';
import { make_random } from '../../soak/random.mjs';
import { difference_of } from './compare.mjs';
import { memory_of } from './memory.mjs';
import { operations } from './operations.mjs';
import { run_sequence } from './sequence.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    variant: { type: 'string', default: 'simd' },
    only: { type: 'string' },
  },
});
const whole = (name, least) => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < least || value > 2 ** 31)
    throw new Error(`--${name} is "${values[name]}"; expected an integer from ${least}`);
  return value;
};
const [seconds, seed] = [whole('seconds', 1), whole('seed', 0)];
const only = values.only === undefined ? undefined : whole('only', 0);
const { variant } = values;

const most_steps = 14;
const weights = Object.fromEntries(
  Object.entries(operations).map(([name, { weight }]) => [name, weight]),
);

/** Each step has its own seed, so that it does not change when other steps are removed. */
function sequence_of(number) {
  const random = make_random(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  return Array.from({ length: random.between(2, most_steps) }, () => ({
    name: random.weighted(weights),
    seed: random.below(2 ** 31),
  }));
}

const simd = await load({ variant: 'simd' });
const eigen = await load({ variant });
eigen.backend = 'eigen';
const labs = [simd, ...(variant === 'simd' ? [] : [await load({ variant })]), eigen];
const memories = labs.map(memory_of);

/**
 * Some memory remains allocated as a cache for the next call; only a leak grows with every
 * repetition.
 */
const repetitions = 6;

async function leak_of(steps) {
  for (const [place, lab] of labs.entries()) {
    const before = memories[place]();
    await run_sequence(lab, steps, operations);
    if (memories[place]().handles > before.handles)
      return `${memories[place]().handles - before.handles} JavaScript values stay in the tables of WebAssembly`;
    if (memories[place]().used <= before.used) continue;
    const used = [];
    for (let time = 0; time < repetitions; time++) {
      await run_sequence(lab, steps, operations);
      used.push(memories[place]().used);
    }
    if (used.every((bytes, at) => at === 0 || bytes > used[at - 1]))
      return `the WebAssembly memory in use grows with each repetition: ${used.join(', ')}`;
  }
  return undefined;
}

/** Returns a description of the failure of a sequence, or undefined. */
async function failure_of(steps, memory) {
  try {
    const results = [];
    for (const lab of labs) results.push(await run_sequence(lab, steps, operations));
    for (const [place, others] of results.slice(1).entries()) {
      const wrong = difference_of(results[place], others);
      if (wrong !== undefined) return wrong;
    }
    return memory ? await leak_of(steps) : undefined;
  } catch (error) {
    return error.stack ?? String(error);
  }
}

/** Removes the steps that are not needed for a failure, of any kind. */
async function shrink(steps, memory) {
  let left = steps;
  for (let at = left.length - 1; at >= 0; at--) {
    const fewer = left.filter((_, place) => place !== at);
    if ((await failure_of(fewer, memory)) !== undefined) left = fewer;
  }
  return left;
}

async function report(number, steps, failure) {
  const memory = failure.includes('WebAssembly');
  const left = await shrink(steps, memory);
  const said = [];
  await run_sequence(simd, left, operations, (text) => said.push(text)).catch(() => undefined);
  console.log(`FAILURE: ${failure}`);
  console.log(
    `seed ${seed}, sequence ${number}, ${left.length} of ${steps.length} steps are needed:`,
  );
  for (const text of said) console.log(`  ${text}`);
  console.log(
    `repeat with: tests/fuzz/package/run --seed ${seed} --variant ${variant} --only ${number}`,
  );
}

const counts = {};
const count = (steps) => steps.forEach(({ name }) => (counts[name] = (counts[name] ?? 0) + 1));
const began = Date.now();
let number = only ?? 0;
let failed = false;
/**
 * Caches reach their final size after some sequences; then memory is measured once per row of
 * sequences.
 */
const row = 25;
let used;

for (
  ;
  !failed && (only === undefined ? Date.now() - began < seconds * 1000 : number === only);
  number++
) {
  const steps = sequence_of(number);
  count(steps);
  const failure = await failure_of(steps, only !== undefined);
  if (failure !== undefined) {
    await report(number, steps, failure);
    failed = true;
  } else if (only === undefined && number % row === row - 1) {
    const now = memories.map((memory) => memory());
    const grown =
      used !== undefined &&
      now.some(
        ({ used: bytes, handles }, place) =>
          bytes > used[place].used || handles > used[place].handles,
      );
    // Repeats the sequences of this row one by one to find the one that leaks.
    for (let one = number - row + 1; grown && !failed && one <= number; one++) {
      const leak = await failure_of(sequence_of(one), true);
      if (leak === undefined) continue;
      await report(one, sequence_of(one), leak);
      failed = true;
    }
    used = memories.map((memory) => memory());
  }
}
for (const lab of labs) lab.dispose();
const calls = Object.entries(counts)
  .sort(([, a], [, b]) => b - a)
  .map(([name, times]) => `${name} ${times}`)
  .join(', ');
console.log(
  `${variant}: ${number - (only ?? 0)} sequences of seed ${seed} in ${Math.round((Date.now() - began) / 1000)} s (${calls}): ${failed ? 'FAILED' : 'no failure'}`,
);
process.exitCode = failed ? 1 : 0;
