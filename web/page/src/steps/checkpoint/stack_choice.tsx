/** The choice among the stacks of networks in a file: encoder and decoder, towers, experts. */
import { batch } from '@preact/signals';
import { Choice } from '../../controls/choice.tsx';
import { Select } from '../../controls/select.tsx';
import { store } from '../../state/store.ts';
import { format_count, t } from '../../words/i18n.ts';
import { longest_name, shorten } from '../../words/untrusted_text.ts';
import type { OpenedFacts } from './state.ts';
import { chosen_activation, chosen_layout, stack, text_input } from './state.ts';

/** More stacks than these are a list. */
const most_buttons = 4;

export function StackChoice({ file: { stacks } }: { readonly file: OpenedFacts }) {
  if (stacks.length < 2) return null;
  const values = Array.from(stacks.keys());
  const chosen = Math.max(
    0,
    stacks.findIndex((one) => one === stack.value),
  );
  const label = (index: number) => shorten(stacks[index]?.name ?? '', longest_name);
  const with_layers = (index: number) => {
    const count = stacks[index]?.tables.in_out.layers.length ?? 0;
    return `${label(index)} (${t('checkpoint.stack_layers', { count })})`;
  };
  const choose = (index: number) =>
    batch(() => {
      store.model_stack.value = index;
      store.model_neuron.value = undefined;
      chosen_layout.value = undefined;
      chosen_activation.value = undefined;
      text_input.value = undefined;
    });
  const given = { values, value: chosen, on_choose: choose };
  return (
    <div class="checkpoint_stacks">
      {stacks.length <= most_buttons ? (
        <Choice {...given} legend={t('checkpoint.stack')} label={with_layers} />
      ) : (
        <Select {...given} label={t('checkpoint.stack')} text={with_layers} />
      )}
      <p class="hint">{t('checkpoint.stack_hint', { stacks: format_count(stacks.length) })}</p>
    </div>
  );
}
