/** Handler for the dot-product trace of one element of a layer's output. */
import type { Lab } from 'ffn-lab';
import type { Network as Example } from '../../numbers/examples.ts';
import type { CellTraceReply, CellTraceRequest } from '../../numbers/protocol.ts';

export function cell_trace(lab: Lab, { ffn, x }: Example, request: CellTraceRequest): CellTraceReply {
  const { example, layer, activation } = request;
  ffn.activation = activation;
  const tokens = Math.max(1, x.data.length / ffn.d_model);
  const token = Math.min(request.token, tokens - 1);
  const feature = Math.min(request.feature, (layer === 'linear1' ? ffn.d_ff : ffn.d_model) - 1);
  // Computes the one token only: its bits do not depend on the other tokens.
  const row = { data: x.data.slice(token * ffn.d_model, (token + 1) * ffn.d_model), shape: [1, ffn.d_model] };
  const input = layer === 'linear1' ? row : ffn.trace(row).hidden_dropped;
  return { example, layer, activation, token, feature, trace: lab.trace_dot(ffn, input, { layer, feature }) };
}
