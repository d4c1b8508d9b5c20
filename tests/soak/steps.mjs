// A day of training: compares a run that is rewound repeatedly with an uninterrupted run of another
// lab.
import { parseArgs } from 'node:util';
import { load } from 'ffn-lab';

const { values } = parseArgs({
  options: { steps: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const [steps, seed] = [Number(values.steps), Number(values.seed)];
if (!Number.isInteger(steps) || steps < 1000 || steps > 1e8)
  throw new Error(`--steps is "${values.steps}"; expected a whole number from 1000`);
if (!Number.isInteger(seed) || seed < 0)
  throw new Error(`--seed is "${values.seed}"; expected a whole number from 0`);

const parts = 20;
/**
 * A run records the loss of each step, eight bytes each, in an array that doubles its capacity:
 * half of it may be empty, and the freed smaller arrays together take as much memory again.
 */
const bytes_of_record = 4 * 8 * steps;
/** Stored states for rewinding, and rounding by the allocator. */
const bytes_of_states = 4 * 2 ** 20;
/** Allowed growth of the JavaScript heap after the first part. */
const bytes_in_javascript = 2 ** 20;

function make_run(lab) {
  const dataset = lab.dataset({ kind: 'spiral', n: 64, noise: 0.1, seed });
  return lab.TrainingRun({
    dataset,
    d_model: 8,
    d_ff: 16,
    lr: 1e-3,
    weight_decay: 0.01,
    dropout: 0.1,
    batch_size: 8,
    seed,
  });
}

const bytes_of = (weights) =>
  Buffer.concat(
    Object.values(weights).map(({ data }) =>
      Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    ),
  );

/**
 * Returns heap and external memory without the WebAssembly memories, which Node counts as external.
 */
function javascript_bytes() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external - lab.info().heap_bytes - other.info().heap_bytes;
}

const expect = (condition, message) => {
  if (!condition) throw new Error(message);
};

/** Trains until step `to`, in chunks, so that Ctrl-C works. */
async function go(run, to) {
  while (run.steps < to) {
    const wanted = Math.min(100_000, to - run.steps);
    expect(
      run.step(wanted) === wanted,
      `training stopped at step ${run.steps}: ${JSON.stringify(run.non_finite)}`,
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * Trains with repeated rewinds, each of which must lead to the same bits again. Returns the final
 * weights.
 */
async function train_with_rewinds(lab) {
  const run = make_run(lab);
  const first = { wasm: lab.info().heap_bytes };
  for (let part = 1; part <= parts; part++) {
    const step = Math.floor((steps * part) / parts);
    await go(run, step);
    const before = bytes_of(run.weights());
    const loss = run.data_loss();
    // Rewinds within the last part: replaying from an earlier state takes as long as the training
    // up to it.
    run.rewind(step - 1 - Math.floor((steps / parts - 1) * ((part * 0.618034) % 1)));
    await go(run, step);
    expect(
      before.equals(bytes_of(run.weights())) && loss === run.data_loss(),
      `step ${step} has other bits after a rewind`,
    );
    const [wasm, javascript] = [lab.info().heap_bytes - first.wasm, javascript_bytes()];
    if (part === 1) first.javascript = javascript;
    console.log(
      `step ${step}: loss ${loss.toFixed(6)}, WebAssembly +${(wasm / 1e6).toFixed(1)} MB, JavaScript ${(javascript / 1e6).toFixed(1)} MB`,
    );
    expect(
      javascript - first.javascript < bytes_in_javascript,
      `JavaScript uses ${javascript - first.javascript} bytes more than after the first part`,
    );
    expect(
      wasm < bytes_of_record + bytes_of_states,
      `the WebAssembly memory has grown by ${wasm} bytes`,
    );
  }
  const end = bytes_of(run.weights());
  run.dispose();
  return end;
}

const lab = await load();
const other = await load();
const began = Date.now();
const rewound = await train_with_rewinds(lab);
const run = make_run(other);
await go(run, steps);
expect(
  rewound.equals(bytes_of(run.weights())),
  `after ${steps} steps the uninterrupted run has other bits`,
);
run.dispose();

console.log(
  `${steps} steps, seed ${seed}: ${parts} rewinds and an uninterrupted run gave the same bits with ${lab.info().variant}; ${Math.round((Date.now() - began) / 1000)} s`,
);
