import { ArrowButton } from '../controls/button.tsx';
import { Select } from '../controls/select.tsx';
import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../words/i18n.ts';
import { shown_pass } from './forward_pass.ts';
import { store } from '../state/store.ts';
import { leading_index } from '../state/tensor_names.ts';

/**
 * The words of the tokens. A computed signal: components that name tokens do not render again for
 * each pass of an example without words.
 */
const words = computed(() => shown_pass()?.value.words);

/** Returns the name of a token of the example: its index, `[1, 3]`, and its word if it has one. */
export function token_name(token: number, shape: readonly number[], space = ' '): string {
  const index = `[${leading_index(token, shape).join(`,${space}`)}]`;
  return [index, ...(words.value?.slice(token, token + 1) ?? [])].join(space);
}

/** Chooses the token that all tensors show; `shape` is the shape of x. */
export function TokenChoice({ shape, token }: { shape: readonly number[]; token: number }) {
  const tokens = shape.slice(0, -1).reduce((count, length) => count * length, 1);
  if (tokens < 2) return null;
  const choose = (next: number) => (store.token.value = next);
  return (
    <Select
      class="token_choice"
      label={t('token.choose')}
      values={Array.from({ length: tokens }, (_, option) => option)}
      text={(option) => token_name(option, shape)}
      value={token}
      before={
        <ArrowButton
          arrow="‹"
          label={t('token.previous')}
          disabled={token === 0}
          on_click={() => choose(token - 1)}
        />
      }
      on_choose={choose}
    >
      <ArrowButton
        arrow="›"
        label={t('token.next')}
        disabled={token === tokens - 1}
        on_click={() => choose(token + 1)}
      />
      <span class="hint">{t('token.linked', { tokens })}</span>
    </Select>
  );
}

interface TokenStepsProps {
  readonly class: string;
  readonly label: string;
  readonly tokens: number;
  readonly token: number;
  readonly children: ComponentChildren;
}

/**
 * Chooses the token before or after the chosen one. That need not be the shown one: the next click
 * may come before the answer. The name stands after the buttons, which its width would move.
 */
export function TokenSteps({ class: name, label, tokens, token, children }: TokenStepsProps) {
  const last = tokens - 1;
  const step = (by: number) => () =>
    (store.token.value = Math.min(last, Math.max(0, Math.min(store.token.value, last) + by)));
  return (
    <div class={name}>
      <span>{label}</span>
      <ArrowButton
        arrow="‹"
        label={t('token.previous')}
        disabled={token === 0}
        on_click={step(-1)}
      />
      <ArrowButton arrow="›" label={t('token.next')} disabled={token === last} on_click={step(1)} />
      <strong>{children}</strong>
    </div>
  );
}
