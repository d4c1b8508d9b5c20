/** The residual connection: adds the input to the network's output. */
import { NumberTable } from '../../controls/number_table.tsx';
import { Value } from '../../numbers/value.tsx';
import type { FeedForwardReply, ShortcutReply } from '../../numbers/protocol.ts';
import { core_resource } from '../../numbers/resource.ts';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { forward_pass } from '../../numbers/forward_pass.ts';
import { forward_request, same_network, same_request } from '../../numbers/forward_request.ts';
import { window_length } from '../../numbers/feature_window.ts';

/** The sum takes another forward pass; for the large network it is requested only while its stage is shown. */
const on_demand = () => store.example.value === 'gpt2';
const is_needed = () => store.stage.value === 'shortcut' || !on_demand();
const sum = core_resource('shortcut', () => (is_needed() ? forward_request() : undefined));

/**
 * Returns the sum with its own x and output, so that the rows shown always add up, or undefined. A small network's sum may lag behind
 * the pass above for a moment; an on-demand sum must belong to the same request.
 */
function shown_sum(): ShortcutReply | undefined {
  const { current, error } = sum.value;
  const pass = forward_pass.value.current?.request;
  if (!is_needed() || error !== undefined || !current || !pass) return undefined;
  const matches = on_demand() ? same_request : same_network;
  return matches(current.request, pass) ? current.reply : undefined;
}

export function ShortcutView({ reply, token }: { readonly reply: FeedForwardReply; readonly token: number }) {
  const sum_reply = shown_sum();
  const { d_model } = reply;
  const start = store.window_start.d_model.value < d_model ? store.window_start.d_model.value : 0;
  const features = Array.from({ length: Math.min(window_length, d_model - start) }, (_, offset) => start + offset);
  const of_pass = (tensor: 'x' | 'output.gelu') => ({ call: 'feed_forward', tensor, data: reply.tensors[tensor].data });
  const of_sum = (tensor: 'x' | 'output' | 'sum') => ({ call: 'shortcut', tensor, data: sum_reply?.[tensor].data });
  const rows = [
    { name: 'x', ...(sum_reply ? of_sum('x') : of_pass('x')) },
    { name: 'output', ...(sum_reply ? of_sum('output') : of_pass('output.gelu')) },
    ...(is_needed() ? [{ name: 'x + output', ...of_sum('sum') }] : []),
  ];
  return (
    <NumberTable class="shortcut_table" caption={t('stage.shortcut_table')} heads={[undefined, ...features]}>
      <tbody>
        {rows.map(({ name, data, call, tensor }) => (
          <tr key={name} class={tensor === 'sum' ? 'row_of_sums' : undefined}>
            <th scope="row">
              <code>{name}</code>
            </th>
            {features.map((feature) => (
              <td key={feature}>
                <Value
                  value={data?.[token * d_model + feature]}
                  style="cell"
                  call={call}
                  tensor={tensor}
                  index={token * d_model + feature}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </NumberTable>
  );
}
