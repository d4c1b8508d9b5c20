// Operations that the table of uses gives (tests/engine/uses.ts): valid calls of every member of
// every class with random sizes and numbers, and calls with one wrong argument.
import { misuses } from '../../engine/misuse.ts';
import { dispose_of, Given, numbers_of, repeatable, text_of } from '../../engine/uses.ts';
import { make_random } from '../../soak/random.mjs';
import { promise } from './networks.mjs';
import { size, tensor } from './numbers.mjs';

// A setter of the lab would change what the other operations compare.
const members = repeatable.filter(({ name }) => name !== 'Lab.set backend');
const kinds = [...new Set(members.map(({ kind }) => kind))];

/** Functions whose results agree within rounding. */
const forward = /^Lab\.(linear|activation|add|multiply|softmax|dropout|mse_loss|feed_forward_from)/;

/** Returns an object of this class that the sequence has created, or undefined. */
function known_object({ state, random }, { name, type }) {
  const found = state.things.filter(({ thing }) => thing instanceof type);
  return name !== 'Lab' && random.chance(0.4) ? random.one_of(found) : undefined;
}

/** Chooses a member, an object if there is one, and how to make arguments for it. */
function choose(tools) {
  const { lab, random, say } = tools;
  const kind = random.one_of(kinds);
  const member = random.one_of(members.filter((one) => one.kind === kind));
  const entry = known_object(tools, kind);
  const wild = random.chance(0.3);
  const seed = random.below(2 ** 31);
  const any_width = random.chance(0.1) ? size(random) : 2 * random.between(1, 12);
  const sizes = {
    d_model: entry?.thing.d_model ?? any_width,
    d_ff: entry?.thing.d_ff ?? size(random),
    tokens: random.one_of([[3], [0], [random.between(1, 40)], [2, random.between(1, 5)]]),
  };
  say(`${member.name} ${text_of(sizes)}${wild ? ' wild' : ''}${entry ? ' of a known object' : ''}`);
  const give = () => {
    const own = make_random(seed); // the same numbers each time
    return new Given(lab, { ...sizes, tensor: (...shape) => tensor(own, shape, wild) });
  };
  return { member, entry, wild, give };
}

/** Calls a member with `change` of each list of valid arguments; returns the numbers. */
async function call({ member, entry, give }, change) {
  const given = give();
  const results = [];
  let made = entry?.thing;
  try {
    made ??= await member.kind.make(given);
    for (const args of member.use.args(given, made)) {
      const result = await member.call(made, change(args));
      results.push(numbers_of(result));
      dispose_of(result);
    }
    return results;
  } finally {
    // Rewinding to before this step would revert what the call changed.
    if (entry?.kind === 'run') entry.changed_at = made.steps;
    if (entry === undefined && made !== given.lab) dispose_of(made);
    given[Symbol.dispose]();
  }
}

/** Makes valid calls: the same call gives the same bits again. */
async function use(tools) {
  const chosen = choose(tools);
  const result = await call(chosen, (args) => args);
  if (chosen.entry === undefined && chosen.member.name !== 'Lab.info')
    promise(
      text_of(result) === text_of(await call(chosen, (args) => args)),
      'the same call gives the same bits',
    );
  return forward.test(chosen.member.name) && !chosen.wild
    ? { apart: chosen.member.name.endsWith('backward') ? 'backward' : 'forward', result }
    : { apart: 'own', result: undefined };
}

/** Replaces one argument, or a part of it, by a wrong one: no error but FfnError may be thrown. */
async function misuse(tools) {
  const { random, say } = tools;
  const chosen = choose(tools);
  const wrong_objects = () => [];
  await call(chosen, (args) => {
    const all = [...misuses(args, wrong_objects)];
    if (all.length === 0) return args;
    const { name, args: wrong } = random.one_of(all);
    say(`${chosen.member.name} with ${name}`);
    return wrong;
  });
  return { apart: 'own', result: undefined };
}

export const use_operations = {
  use: { weight: 12, run: use },
  misuse: { weight: 8, run: misuse },
};
