/** The trace of one output element, and the names of its parts. */
import type { CellTraceReply, CellTraceRequest, FeedForwardReply } from '../../numbers/protocol.ts';
import { core_resource } from '../../numbers/resource.ts';
import { width_of } from '../../numbers/tensor_names.ts';
import type { TensorName } from '../../numbers/tensor_names.ts';
import { attended, store } from '../../numbers/store.ts';
import type { ElementReference } from '../../numbers/tensor_names.ts';
import { forward_request } from '../../numbers/forward_request.ts';
import { leading_index } from '../../numbers/token_choice.tsx';

/**
 * Returns the highlighted element, or the first output feature if there is none or it belongs to x. A hidden activation is traced through
 * its pre-activation.
 */
function traced_element(): ElementReference {
  // While a number is edited, the trace does not follow the pointer.
  const at = (store.editing.value && store.pinned.value) ?? attended.value;
  return at === undefined || at.tensor === 'x' ? { tensor: 'output.gelu', token: store.token.value, feature: 0 } : at;
}

export const cell_trace = core_resource('cell_trace', (): CellTraceRequest | undefined => {
  const request = forward_request();
  const { tensor, token, feature } = traced_element();
  const layer = width_of(tensor) === 'd_ff' ? 'linear1' : 'linear2';
  const activation = tensor === 'output.relu' ? 'relu' : store.gelu.value;
  return request && { ...request, layer, activation, token, feature };
});

/** Returns names and flat indices of the parts of a trace. */
export function names_of({ layer, activation, token, feature }: CellTraceReply, { d_model, d_ff, tensors }: FeedForwardReply) {
  const first = layer === 'linear1';
  const relu = activation === 'relu';
  const input: TensorName = first ? 'x' : relu ? 'hidden.relu' : 'hidden.gelu';
  const output = first ? 'pre_activation' : relu ? 'output.relu' : 'output.gelu';
  const input_title = first ? 'x' : 'hidden';
  const weight: 'w1' | 'w2' = first ? 'w1' : 'w2';
  const bias: 'b1' | 'b2' = first ? 'b1' : 'b2';
  const width = first ? d_model : d_ff;
  const leading = leading_index(token, tensors.x.shape);
  const cell: ElementReference = { tensor: output, token, feature };
  const at = (last: number) => `[${[...leading, last].join(', ')}]`;
  return {
    cell,
    input,
    input_title,
    weight,
    bias,
    /** `place` is for the provenance, `title` for display. */
    place: `${output}[${token}, ${feature}]`,
    title: `${first ? 'pre_activation' : 'output'}${at(feature)}`,
    input_name: (k: number) => `${input_title}${at(k)}`,
    weight_name: (k: number) => `${weight}[${feature}, ${k}]`,
    bias_name: `${bias}[${feature}]`,
    input_index: (k: number) => token * width + k,
    weight_index: (k: number) => feature * width + k,
  };
}

/** Returns the indices of the terms, largest magnitude first. */
export function order_of(terms: ArrayLike<number>): number[] {
  return Array.from(terms, (_, k) => k).sort((a, b) => Math.abs(terms[b] ?? 0) - Math.abs(terms[a] ?? 0) || a - b);
}
