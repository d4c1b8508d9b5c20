// A training loop: two spiral arms told apart by one feed-forward network between two linear layers.
//
//   node train.mjs [WEIGHTS.safetensors]        writes what was learned, if a file is named
import { writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { load } from 'ffn-lab';

const lab = await load();
const dataset = lab.dataset({ kind: 'spiral', n: 400, noise: 0.02, seed: 42 });

// Everything random comes from the seed: the same lines are printed on every machine that runs the same build.
const run = lab.TrainingRun({ dataset, d_model: 16, d_ff: 64, activation: 'gelu', optimizer: 'adamw', lr: 0.01, batch_size: 64, seed: 42 });
console.log(`${run.parameter_count} parameters, ${run.loss} on ${dataset.inputs.shape[0]} points`);

let best = { step: 0, loss: run.data_loss() };
for (let epoch = 1; epoch <= 20; epoch += 1) {
  run.step(50);
  // A step whose numbers are no longer finite is not done: go back to where all was well, and go on more carefully.
  if (run.non_finite !== undefined) {
    run.rewind(best.step);
    run.set_lr(run.lr / 2);
    continue;
  }
  const loss = run.data_loss();
  if (loss < best.loss) best = { step: run.steps, loss };
  console.log(`step ${String(run.steps).padStart(4)}  loss ${loss.toFixed(4)}  accuracy ${(100 * run.data_accuracy()).toFixed(1)} %`);
  if (run.steps === 500) run.set_lr(0.003); // large steps first, small ones to settle
}

run.rewind(best.step); // the same bits as at the first time
const { hidden, pre_activation } = run.trace_data();
const { dead, units } = lab.dead_units({ hidden, pre_activation }, { activation: run.activation });
console.log(`best after step ${best.step}: loss ${best.loss.toFixed(4)}; ${dead.length} of ${units} hidden units are dead`);

// What the network says of a regular grid: the decision surface, a character a point.
const said = run.probabilities(lab.grid({ low: -2, high: 2, points: 33 }));
for (let row = 0; row < 33; row += 2) {
  const cells = Array.from({ length: 33 }, (_, column) => said.data[2 * (column * 33 + row) + 1]);
  console.log(cells.map((p) => (p > 0.5 ? '#' : '.')).join(''));
}

const [file] = argv.slice(2);
if (file !== undefined) await writeFile(file, lab.write_safetensors(run.weights(), { steps: String(best.step) }));
run.dispose();
lab.dispose();
