// The operations of a sequence by name, with their relative frequency.
import { activation_kinds, FfnError } from 'ffn-lab';
import { language } from './language.mjs';
import { keep, network_operations, pick, promise, same_bits, text_of } from './networks.mjs';
import { any_seed, some_of, tensor } from './numbers.mjs';
import { refusal } from './sequence.mjs';
import { use_operations } from './uses.mjs';

/** Steps and rewinds a training run. */
function train(tools) {
  const { lab, state, random, say } = tools;
  const known = random.chance(0.6) ? pick(state, random, 'run') : undefined;
  if (known === undefined) {
    const dataset = lab.dataset({
      kind: random.one_of(['sine', 'spiral', 'xor', 'step']),
      n: random.between(2, 30),
      noise: random.one_of([0, 0.1]),
      seed: any_seed(random),
    });
    const options = {
      d_model: random.between(1, 8),
      ...some_of(random, {
        activation: random.one_of(activation_kinds),
        optimizer: random.one_of(['sgd', 'adamw']),
        lr: random.one_of([0.01, 0.1, 1e4]),
        dropout: 0.2,
        gated: true,
        shortcut: false,
      }),
      ...some_of(random, {
        batch_size: random.between(1, 2),
        seed: any_seed(random),
        snapshot_every: random.between(1, 20),
      }),
    };
    say(text_of(options));
    keep(tools, 'run', lab.TrainingRun({ dataset, ...options }));
  }
  const entry = known ?? state.things.at(-1);
  const run = entry.thing;
  const done = run.step(random.between(1, 40));
  const here = run.steps;
  const before = run.weights();
  // Rewinding to before the last change would undo it.
  const first = entry.changed_at ?? 0;
  run.rewind(first + random.below(here - first + 1));
  run.step(here - run.steps);
  const after = run.weights();
  promise(
    Object.keys(before).every((name) => same_bits(before[name], after[name])),
    'a rewound run gives the same bits',
  );
  if (random.chance(0.2)) {
    run.set_lr(random.one_of([0.001, 1, -1]));
    entry.changed_at = here;
  }
  return {
    apart: 'own',
    result: {
      done,
      here,
      before,
      losses: run.losses(),
      failed: run.non_finite,
      loss: run.data_loss(),
    },
  };
}

const name_of = (random) =>
  random.one_of([
    'a',
    'w1',
    '',
    'tham_số',
    'ü'.repeat(9),
    '__proto__',
    'a.b.c',
    '<b>',
    '\u202e',
    'x y\n',
  ]);

/** Writes and reads a file, whole or truncated; may dispose of it during reading. */
async function file(tools) {
  const { lab, random, say } = tools;
  const wild = random.chance(0.5);
  const shapes = Array.from({ length: random.between(0, 5) }, () =>
    Array.from({ length: random.between(0, 3) }, () => random.between(0, 6)),
  );
  const entries = shapes.map((shape, place) => [
    `${name_of(random)}${place}`,
    tensor(random, shape, wild),
  ]);
  const dtype = random.one_of(['F32', 'F32', 'F16', 'BF16']);
  const metadata = some_of(random, { made_by: 'a fuzzer', réseau: 'tham số' });
  say(`${dtype} ${text_of(shapes)}`);
  const bytes = lab.write_safetensors(Object.fromEntries(entries), metadata, { dtype });
  const checkpoint = keep(
    tools,
    'checkpoint',
    await lab.open_checkpoint(random.chance(0.5) ? bytes : new Blob([bytes])),
  );
  const reading = entries.map(([name]) => checkpoint.tensor(name).catch(refusal));
  if (random.chance(0.15)) checkpoint.dispose();
  const read = await Promise.all(reading);
  const whole = read.every((one) => one.refused === undefined);
  if (whole && dtype === 'F32')
    promise(
      entries.every(([, one], place) => same_bits(one, read[place])),
      'a file round-trips',
    );
  if (random.chance(0.3) && bytes.length > 9)
    await lab
      .open_checkpoint(bytes.subarray(0, random.below(bytes.length)))
      .then((made) => keep(tools, 'checkpoint', made), refusal);
  return { result: { bytes, read } };
}

function gradient_check(tools) {
  const { state, random } = tools;
  const chosen = pick(state, random, 'feed_forward');
  if (chosen === undefined || chosen.wild || chosen.thing.parameter_count > 300) return undefined;
  const x = tensor(random, [2, chosen.thing.d_model]);
  const checks = chosen.thing.gradient_check(x);
  // A central difference has the rounding error of the whole loss, which is large compared with
  // small gradients.
  const largest = Math.max(...checks.map(({ claimed }) => Math.abs(claimed)));
  const agrees = ({ largest_error, claimed, central_difference }) =>
    largest_error < 1e-6 || Math.abs(claimed - central_difference) < 1e-7 * largest;
  // A central difference may straddle ReLU's kink.
  if (chosen.thing.activation !== 'relu')
    promise(checks.every(agrees), `gradients agree with differences: ${text_of(checks)}`);
  return { result: checks };
}

/** Runs a pool of workers, which may be cancelled during the computation. */
async function pool(tools) {
  const { lab, state, random, say } = tools;
  const chosen = pick(state, random, 'feed_forward');
  if (chosen === undefined) return undefined;
  const known = pick(state, random, 'pool');
  const workers =
    known?.thing ?? keep(tools, 'pool', await lab.pool({ workers: random.between(1, 2) }));
  const x = tensor(random, [random.between(0, 30), chosen.thing.d_model], random.chance(0.3));
  const split = random.one_of(['tokens', 'tokens', 'hidden', 'auto']);
  const end = random.one_of([
    'nothing',
    'nothing',
    'nothing',
    'the network',
    'the pool',
    'the signal',
  ]);
  say(`${text_of(x.shape)} ${split}, ends early: ${end}`);
  const expected = split === 'tokens' && end === 'nothing' ? chosen.thing.forward(x) : undefined;
  const abort = new AbortController();
  const waiting = workers.forward(chosen.thing, x, { split, signal: abort.signal });
  if (end === 'the network') chosen.thing.dispose();
  if (end === 'the pool') workers.dispose();
  if (end === 'the signal') abort.abort();
  const answer = await waiting.catch((error) =>
    error === abort.signal.reason ? { refused: 'aborted' } : refusal(error),
  );
  // With Eigen's products this thread computes other bits than the workers.
  if (expected !== undefined && answer.refused === undefined && lab.backend === 'tiles')
    promise(same_bits(expected, answer), 'workers give the bits of one thread');
  // With an early end the result depends on timing.
  return { apart: 'own', result: end === 'nothing' && split !== 'auto' ? answer : undefined };
}

/** Disposes of an object, possibly twice; later calls must throw an error with code `disposed`. */
function dispose(tools) {
  const { state, random, say } = tools;
  if (state.things.length === 0) return undefined;
  const { kind, thing } = random.one_of(state.things);
  say(kind);
  thing.dispose();
  if (random.chance(0.5)) thing.dispose();
  if (kind !== 'feed_forward') return undefined;
  try {
    thing.forward(tensor(random, [thing.d_model]));
  } catch (error) {
    promise(
      error instanceof FfnError && error.code === 'disposed',
      `a disposed network throws 'disposed', not ${error}`,
    );
    return undefined;
  }
  throw new Error('a disposed network does not throw');
}

/** @type {Record<string, { weight: number, run(tools: any): unknown }>} */
export const operations = {
  ...network_operations,
  train: { weight: 5, run: train },
  file: { weight: 5, run: file },
  language: { weight: 2, run: language },
  gradient_check: { weight: 2, run: gradient_check },
  pool: { weight: 0.6, run: pool },
  dispose: { weight: 5, run: dispose },
  ...use_operations,
};
