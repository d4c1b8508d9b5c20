#!/usr/bin/env node
/**
 * `node onnx_runtime.mjs FOLDER` runs the cases that are ONNX operators or chains of them and
 * prints the version of ONNX Runtime.
 */
import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web';
import { read_inputs, read_manifest, write_results } from '../accuracy/case_files.mjs';
import { onnx_model } from './onnx_model.mjs';

const [folder] = process.argv.slice(2);
ort.env.wasm.numThreads = 1;

const gelu = ({ kind }) => ({ approximate: kind === 'gelu_tanh' ? 'tanh' : 'none' });

/** Returns the nodes of an operation; its result has the name of the case's only output. */
const graphs = {
  activation: (options) => [{ op: 'Gelu', inputs: ['x'], output: 'y', attributes: gelu(options) }],
  layer_norm: () => [
    {
      op: 'LayerNormalization',
      inputs: ['x', 'scale', 'shift'],
      output: 'y',
      attributes: { axis: -1, epsilon: 1e-5 },
    },
  ],
  softmax: () => [{ op: 'Softmax', inputs: ['x'], output: 'y', attributes: { axis: -1 } }],
  feed_forward: (options) => [
    { op: 'Gemm', inputs: ['x', 'w1', 'b1'], output: 'pre_activation', attributes: { transB: 1 } },
    { op: 'Gelu', inputs: ['pre_activation'], output: 'hidden', attributes: gelu(options) },
    { op: 'Gemm', inputs: ['hidden', 'w2', 'b2'], output: 'output', attributes: { transB: 1 } },
  ],
};

for (const example of read_manifest(folder).cases) {
  const graph = graphs[example.op]?.(example.options);
  if (graph === undefined) continue;
  const [output] = Object.keys(example.outputs);
  const model = onnx_model(graph, { ...example.inputs, ...example.outputs }, output);
  const session = await ort.InferenceSession.create(model, { executionProviders: ['wasm'] });
  const inputs = Object.entries(read_inputs(folder, example)).map(([name, { data, shape }]) => [
    name,
    new ort.Tensor('float32', data, shape),
  ]);
  const results = await session.run(Object.fromEntries(inputs));
  write_results(folder, example, 'onnxruntime', results);
  await session.release();
}
console.log(
  JSON.parse(
    readFileSync(new URL('./node_modules/onnxruntime-web/package.json', import.meta.url), 'utf8'),
  ).version,
);
