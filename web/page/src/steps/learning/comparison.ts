/** Compares the twins that were trained here with the shipped models. */
import type { Lab, LanguageTraining, Tensor } from 'ffn-lab';
import type { LearningSession } from './session.ts';
import type { Twins } from './twins.ts';

const tensors_of = (weights: object): Tensor[] =>
  'data' in weights
    ? [weights as Tensor]
    : Object.values(weights as Readonly<Record<string, object>>).flatMap(tensors_of);

async function parameters_of(lab: Lab, file: Uint8Array): Promise<Tensor> {
  const checkpoint = await lab.open_checkpoint(file);
  const model = await checkpoint.language_model();
  const data = Float32Array.from(
    tensors_of(model.weights()).flatMap((tensor) => Array.from(tensor.data)),
  );
  model.dispose();
  checkpoint.dispose();
  return { data, shape: [data.length] };
}

const bytes_of = (file: Uint8Array): Tensor => ({
  data: Float32Array.from(file),
  shape: [file.length],
});

/**
 * Saves a run's model as a file and compares it with the shipped one: the parameters, and all
 * bytes.
 */
async function compare(lab: Lab, run: LanguageTraining, shipped: Uint8Array) {
  const model = run.model();
  const file = model.to_safetensors({ dtype: 'BF16' });
  model.dispose();
  return {
    parameters: lab.difference(await parameters_of(lab, file), await parameters_of(lab, shipped)),
    bytes: lab.difference(bytes_of(file), bytes_of(shipped)),
  };
}

/** Compares both twins at their current step with the shipped models. */
export async function compare_twins(
  lab: Lab,
  { runs }: Pick<Twins, 'runs'>,
  { model_file }: Pick<LearningSession, 'model_file'>,
) {
  return {
    step: runs.gelu.steps,
    gelu: await compare(lab, runs.gelu, await model_file('gelu')),
    relu: await compare(lab, runs.relu, await model_file('relu')),
  };
}
