/**
 * Builds ONNX models from a list of nodes. Every tensor is float32; tensors that no node outputs
 * are constants or inputs.
 */
import protobuf from 'protobufjs/minimal.js';

const float32 = 1; // TensorProto.DataType
const attribute_type = { float: 1, int: 2, string: 3 };
const ir_version = 10;

/** Writes a nested message whose fields `fill` writes. */
function message(writer, field, fill) {
  fill(writer.uint32((field << 3) | 2).fork());
  writer.ldelim();
}
const text = (writer, field, value) => writer.uint32((field << 3) | 2).string(value);
const integer = (writer, field, value) => writer.uint32(field << 3).int64(value);

function write_attribute(writer, name, value) {
  text(writer, 1, name);
  const kind = typeof value === 'string' ? 'string' : Number.isInteger(value) ? 'int' : 'float';
  if (kind === 'float') writer.uint32((2 << 3) | 5).float(value);
  if (kind === 'int') integer(writer, 3, value);
  if (kind === 'string') text(writer, 4, value);
  integer(writer, 20, attribute_type[kind]);
}

function write_node(writer, { op, inputs, output, attributes = {} }) {
  for (const input of inputs) text(writer, 1, input);
  text(writer, 2, output);
  text(writer, 4, op);
  for (const [name, value] of Object.entries(attributes))
    message(writer, 5, (inner) => write_attribute(inner, name, value));
}

function write_value(writer, name, shape) {
  text(writer, 1, name);
  const dimensions = (inner) =>
    shape.forEach((size) => message(inner, 1, (dimension) => integer(dimension, 1, size)));
  const tensor_type = (inner) => {
    integer(inner, 1, float32);
    message(inner, 2, dimensions);
  };
  message(writer, 2, (type) => message(type, 1, tensor_type));
}

/**
 * Returns the bytes in memory, which are little-endian on all machines that run browsers, as the
 * format requires.
 */
function write_constant(writer, name, { data, shape }) {
  for (const size of shape) integer(writer, 1, size);
  integer(writer, 2, float32);
  text(writer, 8, name);
  writer.uint32((9 << 3) | 2).bytes(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}

/**
 * @param {{ op: string, inputs: string[], output: string, attributes?: Record<string, number |
 * string> }[]} nodes in order
 * @param {Record<string, readonly number[]>} shapes of every input and of the output
 * @param {string} output
 * @param {Record<string, { data: Float32Array, shape: readonly number[] }>} constants
 * @returns {Uint8Array} an ONNX model of opset 20
 */
export function onnx_model(nodes, shapes, output, constants = {}) {
  const writer = protobuf.Writer.create();
  integer(writer, 1, ir_version);
  message(writer, 7, (graph) => {
    for (const node of nodes) message(graph, 1, (inner) => write_node(inner, node));
    text(graph, 2, 'ffn_lab');
    for (const [name, constant] of Object.entries(constants))
      message(graph, 5, (inner) => write_constant(inner, name, constant));
    for (const [name, shape] of Object.entries(shapes))
      message(graph, name === output ? 12 : 11, (inner) => write_value(inner, name, shape));
  });
  message(writer, 8, (opset) => {
    text(opset, 1, '');
    integer(opset, 2, 20);
  });
  return writer.finish();
}
