/** The core's numbers at the cursor. */
import type { ActivationKind } from 'ffn-lab';
import { Value } from '../components/value.tsx';
import type { ActivationReply } from '../core/protocol.ts';
import { core_resource } from '../core/resource.ts';
import { format_number, t } from '../i18n.ts';
import { store } from '../store.ts';

const reading_order = ['gelu', 'gelu_tanh', 'relu'] as const satisfies readonly ActivationKind[];
const parts = ['value', 'derivative'] as const;

const gap = core_resource('activation_gap', () => ({ x: store.cursor_x.value, a: 'gelu', b: 'gelu_tanh' }));

function Row({ kind, reply }: { readonly kind: (typeof reading_order)[number]; readonly reply: ActivationReply | undefined }) {
  return (
    <tr>
      <th scope="row">
        <svg class={`swatch series_${kind}`} viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
          <path d="M1 4H27" />
        </svg>
        {t(`activation.name_${kind}`)}
      </th>
      {parts.map((part) => {
        const value = reply?.curves[kind]?.[part][0];
        return (
          <td key={part}>
            <Value value={value} style="precise" call="activation" tensor={`${kind}.${part}`} index={0} />
          </td>
        );
      })}
    </tr>
  );
}

function GapRow() {
  const reply = gap.value.current?.reply;
  return (
    <tr class="row_of_sums">
      <th scope="row">{t('activation.gap')}</th>
      {parts.map((part) => (
        <td key={part}>
          <Value value={reply?.[part]} style="precise" call="mean_absolute_difference" tensor={`gelu−gelu_tanh.${part}`} index={0} />
        </td>
      ))}
    </tr>
  );
}

export function ActivationReadout({ at_cursor }: { readonly at_cursor: ActivationReply | undefined }) {
  const x = at_cursor?.x[0] ?? store.cursor_x.value;
  return (
    <div class="table_frame">
      <table class="numbers">
        <caption>{t('activation.readout', { x: format_number(x, 'tick') })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('activation.curve')}</th>
            <th scope="col">f(x)</th>
            <th scope="col">f′(x)</th>
          </tr>
        </thead>
        <tbody>
          {reading_order.map((kind) => (
            <Row key={kind} kind={kind} reply={at_cursor} />
          ))}
          <GapRow />
        </tbody>
      </table>
    </div>
  );
}
