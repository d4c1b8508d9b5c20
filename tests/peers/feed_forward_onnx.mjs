import { onnx_model } from './onnx_model.mjs';

const activation_node = {
  gelu: { op: 'Gelu', attributes: { approximate: 'none' } },
  gelu_tanh: { op: 'Gelu', attributes: { approximate: 'tanh' } },
  relu: { op: 'Relu' },
};

/**
 * Returns the network as an ONNX model Gemm, activation, Gemm with constant weights, which is ONNX
 * Runtime's fastest form. Input x, output y.
 */
export function feed_forward_onnx({ tokens, d_model, d_ff, activation }, { w1, b1, w2, b2 }) {
  const nodes = [
    { op: 'Gemm', inputs: ['x', 'w1', 'b1'], output: 'pre_activation', attributes: { transB: 1 } },
    { ...activation_node[activation], inputs: ['pre_activation'], output: 'hidden' },
    { op: 'Gemm', inputs: ['hidden', 'w2', 'b2'], output: 'y', attributes: { transB: 1 } },
  ];
  const constants = {
    w1: { data: w1, shape: [d_ff, d_model] },
    b1: { data: b1, shape: [d_ff] },
    w2: { data: w2, shape: [d_model, d_ff] },
    b2: { data: b2, shape: [d_model] },
  };
  return onnx_model(nodes, { x: [tokens, d_model], y: [tokens, d_model] }, 'y', constants);
}
