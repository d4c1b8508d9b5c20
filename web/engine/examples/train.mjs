// Training loop: classifies the points of two spiral arms with one feed-forward network between two
// linear layers.
//
//   node train.mjs [WEIGHTS.safetensors]        writes the weights if a file is given
import { writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { load } from 'ffn-lab';

const lab = await load();
const dataset = lab.dataset({ kind: 'spiral', n: 400, noise: 0.02, seed: 42 });

// All random numbers come from the seed, so every machine with the same build prints the same
// lines.
const run = lab.TrainingRun({
  dataset,
  d_model: 16,
  d_ff: 64,
  activation: 'gelu',
  optimizer: 'adamw',
  lr: 0.01,
  batch_size: 64,
  seed: 42,
});
console.log(`${run.parameter_count} parameters, ${run.loss} on ${dataset.inputs.shape[0]} points`);

let best = { step: 0, loss: run.data_loss() };
for (let epoch = 1; epoch <= 20; epoch += 1) {
  run.step(50);
  // A step with a non-finite value is not executed: return to the best step and continue with a
  // smaller learning rate.
  if (run.non_finite !== undefined) {
    run.rewind(best.step);
    run.set_lr(run.lr / 2);
    continue;
  }
  const loss = run.data_loss();
  if (loss < best.loss) best = { step: run.steps, loss };
  console.log(
    `step ${String(run.steps).padStart(4)}  loss ${loss.toFixed(4)}  accuracy ${(100 * run.data_accuracy()).toFixed(1)} %`,
  );
  if (run.steps === 500) run.set_lr(0.003); // large steps first, small ones to settle
}

run.rewind(best.step); // the same bits as at the first time
const { hidden, pre_activation } = run.trace_data();
const { dead, units } = lab.dead_units({ hidden, pre_activation }, { activation: run.activation });
console.log(
  `best after step ${best.step}: loss ${best.loss.toFixed(4)}; ${dead.length} of ${units} hidden units are dead`,
);

// The decision regions on a regular grid, one character per point.
const probabilities = run.probabilities(lab.grid({ low: -2, high: 2, points: 33 }));
for (let row = 0; row < 33; row += 2) {
  const cells = Array.from(
    { length: 33 },
    (_, column) => probabilities.data[2 * (column * 33 + row) + 1],
  );
  console.log(cells.map((p) => (p > 0.5 ? '#' : '.')).join(''));
}

const [file] = argv.slice(2);
if (file !== undefined)
  await writeFile(file, lab.write_safetensors(run.weights(), { steps: String(best.step) }));
run.dispose();
lab.dispose();
