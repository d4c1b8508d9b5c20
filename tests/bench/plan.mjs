/** Converts the options of tests/bench/run to the list of races. */
import { engines, engines_with } from './engines/index.mjs';

/**
 * Where engines run: in Chromium; in Chromium without relaxed SIMD; in WebKit, which has none.
 * The first is the default; in the others only forward passes are measured.
 */
export const places = ['chromium', 'plain-simd', 'webkit'];

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

/**
 * Milliseconds between engines with several threads. After a pass ONNX Runtime's threads poll for
 * 15 to 40 ms of processor time in Chromium and 85 to 100 ms in WebKit; an engine that is measured
 * meanwhile has a core less.
 */
const settle_milliseconds = { chromium: 60, 'plain-simd': 60, webkit: 200 };

/** Returns the requested names in the order of the list. */
function chosen(what, wanted, names) {
  if (wanted === undefined) return names;
  const asked = wanted.split(',');
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new RangeError(`"${unknown}" is none of the ${what}: ${names.join(', ')}`);
  return names.filter((name) => asked.includes(name));
}

function default_cases(mode, in_a_hurry, names) {
  const wanted = mode === 'burst' ? burst_cases : names;
  return names.filter(
    (name) => wanted.includes(name) && (!in_a_hurry || quick_cases.includes(name)),
  );
}

/** Returns those of a task's cases that are requested; others may be cases of another task. */
function cases_of(works, default_names, { cases }, known) {
  const { speed_cases, gradient_cases, training_cases } = known;
  const every = names_of([...speed_cases, ...gradient_cases, ...training_cases]);
  const wanted = cases === undefined ? default_names : chosen('cases', cases, [...new Set(every)]);
  return works.filter(({ name }) => wanted.includes(name));
}

const names_of = (works) => works.map(({ name }) => name);

/**
 * Returns pairs of a case and an activation. By default exact GELU is measured in all cases, the
 * others only sustained and in three cases.
 */
function passes_of(mode, options, known) {
  const { activations, quick: in_a_hurry } = options;
  const works = known.speed_cases;
  const wanted = cases_of(works, default_cases(mode, in_a_hurry, names_of(works)), options, known);
  const kinds = chosen(
    'activations',
    activations ?? (in_a_hurry || mode === 'burst' ? 'gelu' : undefined),
    [...known.speed_activations],
  );
  const everywhere = activations !== undefined;
  return kinds.flatMap((activation) =>
    wanted
      .filter(({ name }) => everywhere || activation === 'gelu' || all_activations.includes(name))
      .map((work) => ({ ...work, activation })),
  );
}

/** Returns the cases with gradients, which are measured with exact GELU only. */
function gradients_of(mode, options, known) {
  const { activations = 'gelu', quick: in_a_hurry } = options;
  if (!chosen('activations', activations, [...known.speed_activations]).includes('gelu')) return [];
  const works = known.gradient_cases;
  const names = names_of(works).filter((name) => !in_a_hurry || quick_cases.includes(name));
  return cases_of(works, names, options, known).map((work) => ({ ...work, activation: 'gelu' }));
}

/** Returns the steps of training, which follow one another as in a page that trains. */
function training_of(mode, options, known) {
  if (mode !== 'sustained') return [];
  const works = known.training_cases;
  return cases_of(works, names_of(works), options, known).map((work) => ({
    ...work,
    activation: 'gelu',
  }));
}

const works_of = { forward: passes_of, gradients: gradients_of, training: training_of };

/**
 * Returns how often the page of each engine is started: never if only one mode or one task is
 * measured, which should be quick.
 */
function starts_of({ mode, task, quick: in_a_hurry }) {
  if (mode !== undefined || (task ?? 'forward') !== 'forward') return 0;
  return in_a_hurry ? 1 : 3;
}

/**
 * @param options of the command line
 * @param known `speed_cases`, `gradient_cases`, `training_cases`, `speed_activations`, `speed_modes`
 *   and `speed_tasks`
 * @returns every race in the order in which they are run: all of one thread count together
 */
export function make_plan(options, known) {
  const [place] = chosen('places', options.place ?? places[0], places);
  const there = Object.keys(engines).filter(
    (name) => engines[name].places?.includes(place) ?? true,
  );
  const names = chosen('engines', options.engines, there);
  const threads = { 1: [1], 2: [2], both: [1, 2] }[options.threads ?? 'both'];
  if (threads === undefined)
    throw new RangeError(`--threads is "${options.threads}"; expected 1, 2 or both`);
  const modes = chosen('modes', options.mode, [...known.speed_modes]);
  const every_task = place === places[0] ? [...known.speed_tasks] : ['forward'];
  const tasks = chosen('tasks', options.task, every_task);
  const requests_of = (count, task, mode) =>
    works_of[task](mode, options, known).map((work) => ({
      work,
      threads: count,
      engines: names.filter((name) => engines_with(task).includes(name)),
      options: {
        mode,
        ...(options.quick ? quick : full)[mode],
        ...(count > 1 ? { settle_milliseconds: settle_milliseconds[place] } : {}),
      },
      longest_pass_milliseconds: options.quick ? 2_000 : 8_000,
    }));
  const requests = threads.flatMap((count) =>
    tasks.flatMap((task) => modes.flatMap((mode) => requests_of(count, task, mode))),
  );
  return { place, engines: names, requests, starts: starts_of(options) };
}
