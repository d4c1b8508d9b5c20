/** Converts the options of tests/bench/run to the list of races. */
import { engines } from './engines/index.mjs';

const quick_cases = ['s10', 't1', 't8', 't128'];

/** Cases in which the two cheaper activations are also measured: one each with few, medium and many tokens suffices. */
const all_activations = ['s10', 't8', 't128'];

const full = { warm_up_milliseconds: 400, budget_milliseconds: 12_000, fewest_rounds: 5, most_rounds: 24 };
const quick = { warm_up_milliseconds: 400, budget_milliseconds: 2_000, fewest_rounds: 3, most_rounds: 12 };

/** Returns the requested names in the order of the list. */
function chosen(what, wanted, names) {
  if (wanted === undefined) return names;
  const asked = wanted.split(',');
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new RangeError(`"${unknown}" is none of the ${what}: ${names.join(', ')}`);
  return names.filter((name) => asked.includes(name));
}

/** Returns pairs of a case and an activation. By default exact GELU is measured in all cases and the others in three cases. */
function works_of({ cases, activations, quick: in_a_hurry }, { speed_cases, speed_activations }) {
  const names = speed_cases.map(({ name }) => name);
  const wanted = chosen('cases', cases ?? (in_a_hurry ? quick_cases.join(',') : undefined), names);
  const kinds = chosen('activations', activations ?? (in_a_hurry ? 'gelu' : undefined), [...speed_activations]);
  const everywhere = activations !== undefined;
  return kinds.flatMap((activation) =>
    speed_cases
      .filter(({ name }) => wanted.includes(name) && (everywhere || activation === 'gelu' || all_activations.includes(name)))
      .map((work) => ({ ...work, activation })),
  );
}

/**
 * @param options of the command line
 * @param known the page's `speed_cases` and `speed_activations`
 * @returns every race in the order in which they are run: all of one thread count together
 */
export function make_plan(options, known) {
  const names = chosen('engines', options.engines, Object.keys(engines));
  const threads = { 1: [1], 2: [2], both: [1, 2] }[options.threads ?? 'both'];
  if (threads === undefined) throw new RangeError(`--threads is "${options.threads}"; expected 1, 2 or both`);
  const requests = threads.flatMap((count) =>
    works_of(options, known).map((work) => ({
      work,
      threads: count,
      engines: names,
      options: options.quick ? quick : full,
      longest_pass_milliseconds: options.quick ? 2_000 : 8_000,
    })),
  );
  return { engines: names, requests, starts: options.quick ? 1 : 3 };
}
