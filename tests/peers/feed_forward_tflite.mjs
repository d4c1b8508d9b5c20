/**
 * Writes the network as a TensorFlow Lite model: FULLY_CONNECTED, GELU, FULLY_CONNECTED, or with
 * ReLU fused into the first layer. Slots and numbers are defined by the format's public schema
 * (tensorflow/lite/schema/schema.fbs, version 3).
 */
import { Builder } from 'flatbuffers';

const operator_code = { FULLY_CONNECTED: 9, GELU: 150 };
const options_type = { FULLY_CONNECTED: 8, GELU: 116 };
const fused_relu = 1;
const byte_alignment = 16; // required by the schema for a buffer's data

/** Writes a table; each function writes one field. */
function table(builder, slots, fields) {
  builder.startObject(slots);
  for (const add of fields) add();
  return builder.endObject();
}

/** Writes a vector of offsets or of int32, in the given order. */
function offsets(builder, items) {
  builder.startVector(4, items.length, 4);
  for (const item of items.toReversed()) builder.addOffset(item);
  return builder.endVector();
}
function integers(builder, items) {
  builder.startVector(4, items.length, 4);
  for (const item of items.toReversed()) builder.addInt32(item);
  return builder.endVector();
}

/** Buffer { data }: empty for tensors that the runtime allocates. */
function write_buffer(builder, data) {
  if (data === undefined) return table(builder, 3, []);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  builder.startVector(1, bytes.length, byte_alignment);
  builder.space -= bytes.length;
  builder.dataBuffer().bytes().set(bytes, builder.space);
  const vector = builder.endVector();
  return table(builder, 3, [() => builder.addFieldOffset(0, vector, 0)]);
}

/** Tensor { shape, type: FLOAT32 = 0, buffer, name }. */
function write_tensor(builder, { name, shape }, buffer) {
  const [name_at, shape_at] = [builder.createString(name), integers(builder, shape)];
  return table(builder, 9, [
    () => builder.addFieldOffset(0, shape_at, 0),
    () => builder.addFieldInt32(2, buffer, 0),
    () => builder.addFieldOffset(3, name_at, 0),
  ]);
}

function write_options(builder, { op, relu = false, approximate = false }) {
  if (op === 'GELU')
    return table(builder, 1, [() => builder.addFieldInt8(0, Number(approximate), 0)]);
  return table(builder, 4, [() => builder.addFieldInt8(0, relu ? fused_relu : 0, 0)]);
}

/** Operator { opcode_index, inputs, outputs, builtin_options_type, builtin_options }. */
function write_operator(builder, operator, code_index) {
  const [inputs, outputs, options] = [
    integers(builder, operator.inputs),
    integers(builder, operator.outputs),
    write_options(builder, operator),
  ];
  return table(builder, 9, [
    () => builder.addFieldInt32(0, code_index, 0),
    () => builder.addFieldOffset(1, inputs, 0),
    () => builder.addFieldOffset(2, outputs, 0),
    () => builder.addFieldInt8(3, options_type[operator.op], 0),
    () => builder.addFieldOffset(4, options, 0),
  ]);
}

/**
 * OperatorCode { deprecated_builtin_code, version, builtin_code }; codes above 127 are in the newer
 * field only.
 */
function write_operator_code(builder, op) {
  const code = operator_code[op];
  return table(builder, 4, [
    () => builder.addFieldInt8(0, Math.min(code, 127), 0),
    () => builder.addFieldInt32(2, 1, 0),
    () => builder.addFieldInt32(3, code, 0),
  ]);
}

/** SubGraph { tensors, inputs, outputs, operators, name }. */
function write_subgraph(builder, { tensors, operators, input, output }, codes) {
  const tensor_tables = tensors.map((tensor, index) =>
    write_tensor(builder, tensor, tensor.data === undefined ? 0 : index + 1),
  );
  const parts = [
    offsets(builder, tensor_tables),
    integers(builder, [input]),
    integers(builder, [output]),
    offsets(
      builder,
      operators.map((operator) => write_operator(builder, operator, codes.indexOf(operator.op))),
    ),
    builder.createString('main'),
  ];
  return table(
    builder,
    5,
    parts.map((part, slot) => () => builder.addFieldOffset(slot, part, 0)),
  );
}

/**
 * Model { version, operator_codes, subgraphs, description, buffers }; buffer 0 is empty, as the
 * format requires.
 */
function tflite_model(graph) {
  const bytes = graph.tensors.reduce((sum, { data }) => sum + (data?.byteLength ?? 0), 0);
  const builder = new Builder(bytes + 65536);
  const codes = [...new Set(graph.operators.map(({ op }) => op))];
  const buffers = [undefined, ...graph.tensors.map(({ data }) => data)].map((data) =>
    write_buffer(builder, data),
  );
  const [subgraphs, code_tables, buffer_tables, description] = [
    offsets(builder, [write_subgraph(builder, graph, codes)]),
    offsets(
      builder,
      codes.map((op) => write_operator_code(builder, op)),
    ),
    offsets(builder, buffers),
    builder.createString('ffn_lab'),
  ];
  const model = table(builder, 8, [
    () => builder.addFieldInt32(0, 3, 0),
    () => builder.addFieldOffset(1, code_tables, 0),
    () => builder.addFieldOffset(2, subgraphs, 0),
    () => builder.addFieldOffset(3, description, 0),
    () => builder.addFieldOffset(4, buffer_tables, 0),
  ]);
  builder.finish(model, 'TFL3');
  return builder.asUint8Array();
}

/** Input x and output y are (tokens, d_model). */
export function feed_forward_tflite({ tokens, d_model, d_ff, activation }, { w1, b1, w2, b2 }) {
  const relu = activation === 'relu';
  const tensors = [
    { name: 'x', shape: [tokens, d_model] },
    { name: 'w1', shape: [d_ff, d_model], data: w1 },
    { name: 'b1', shape: [d_ff], data: b1 },
    { name: 'hidden', shape: [tokens, d_ff] },
    { name: 'w2', shape: [d_model, d_ff], data: w2 },
    { name: 'b2', shape: [d_model], data: b2 },
    { name: 'y', shape: [tokens, d_model] },
  ];
  if (!relu) tensors.push({ name: 'pre_activation', shape: [tokens, d_ff] });
  const operators = [
    { op: 'FULLY_CONNECTED', inputs: [0, 1, 2], outputs: [relu ? 3 : 7], relu },
    ...(relu
      ? []
      : [{ op: 'GELU', inputs: [7], outputs: [3], approximate: activation === 'gelu_tanh' }]),
    { op: 'FULLY_CONNECTED', inputs: [3, 4, 5], outputs: [6] },
  ];
  return tflite_model({ tensors, operators, input: 0, output: 6 });
}
