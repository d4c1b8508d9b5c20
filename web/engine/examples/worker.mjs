// Trains a network in a worker and reports the progress, so that the page stays responsive.
// worker.html starts it.
import { load } from '../dist/index.js';

// Not awaited here: a message that arrives before the listener is registered would be lost.
const loading = load();

addEventListener('message', async ({ data: { steps, ...options } }) => {
  try {
    const lab = await loading;
    const dataset = lab.dataset({ kind: 'spiral', n: 400, noise: 0.02, seed: 42 });
    const run = lab.TrainingRun({ dataset, ...options });
    while (run.steps < steps) {
      run.step(Math.min(50, steps - run.steps));
      postMessage({ step: run.steps, loss: run.data_loss(), accuracy: run.data_accuracy() });
    }
    run.dispose();
  } catch (error) {
    postMessage({ error: error.message }); // names the argument, its value and what was expected
  }
});
