/** Converts the options of tests/bench/run to the list of races. */
import { engines } from './engines/index.mjs';

const quick_cases = ['s10', 't1', 't8', 't128'];

/**
 * Cases in which the two cheaper activations are also measured: one each with few, medium and many
 * tokens suffices.
 */
const all_activations = ['s10', 't8', 't128'];

/** Cases that are measured in bursts: few tokens, as pages compute at once. */
const burst_cases = ['s10', 't1', 't8', 't32', 't128'];

const full = {
  sustained: {
    warm_up_milliseconds: 400,
    budget_milliseconds: 12_000,
    fewest_rounds: 5,
    most_rounds: 24,
  },
  burst: {
    warm_up_milliseconds: 400,
    budget_milliseconds: 18_000,
    fewest_rounds: 10,
    most_rounds: 100,
  },
};
const quick = {
  sustained: {
    warm_up_milliseconds: 400,
    budget_milliseconds: 2_000,
    fewest_rounds: 3,
    most_rounds: 12,
  },
  burst: {
    warm_up_milliseconds: 400,
    budget_milliseconds: 3_000,
    fewest_rounds: 5,
    most_rounds: 50,
  },
};

/** Returns the requested names in the order of the list. */
function chosen(what, wanted, names) {
  if (wanted === undefined) return names;
  const asked = wanted.split(',');
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new RangeError(`"${unknown}" is none of the ${what}: ${names.join(', ')}`);
  return names.filter((name) => asked.includes(name));
}

function default_cases(mode, in_a_hurry) {
  if (in_a_hurry) return quick_cases.join(',');
  return mode === 'burst' ? burst_cases.join(',') : undefined;
}

/**
 * Returns pairs of a case and an activation. By default exact GELU is measured in all cases, the
 * others only sustained and in three cases.
 */
function works_of(
  mode,
  { cases, activations, quick: in_a_hurry },
  { speed_cases, speed_activations },
) {
  const names = speed_cases.map(({ name }) => name);
  const wanted = chosen('cases', cases ?? default_cases(mode, in_a_hurry), names);
  const kinds = chosen(
    'activations',
    activations ?? (in_a_hurry || mode === 'burst' ? 'gelu' : undefined),
    [...speed_activations],
  );
  const everywhere = activations !== undefined;
  return kinds.flatMap((activation) =>
    speed_cases
      .filter(
        ({ name }) =>
          wanted.includes(name) &&
          (everywhere || activation === 'gelu' || all_activations.includes(name)),
      )
      .map((work) => ({ ...work, activation })),
  );
}

/**
 * Returns how often the page of each engine is started: never if only one mode is measured, which
 * should be quick.
 */
function starts_of({ mode, quick: in_a_hurry }) {
  if (mode !== undefined) return 0;
  return in_a_hurry ? 1 : 3;
}

/**
 * @param options of the command line
 * @param known `speed_cases`, `speed_activations` and `speed_modes`
 * @returns every race in the order in which they are run: all of one thread count together
 */
export function make_plan(options, known) {
  const names = chosen('engines', options.engines, Object.keys(engines));
  const threads = { 1: [1], 2: [2], both: [1, 2] }[options.threads ?? 'both'];
  if (threads === undefined)
    throw new RangeError(`--threads is "${options.threads}"; expected 1, 2 or both`);
  const wanted_modes = chosen('modes', options.mode, [...known.speed_modes]);
  const requests = threads.flatMap((count) =>
    wanted_modes.flatMap((mode) =>
      works_of(mode, options, known).map((work) => ({
        work,
        threads: count,
        engines: names,
        options: { mode, ...(options.quick ? quick : full)[mode] },
        longest_pass_milliseconds: options.quick ? 2_000 : 8_000,
      })),
    ),
  );
  return { engines: names, requests, starts: starts_of(options) };
}
