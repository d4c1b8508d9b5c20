import { ArrowButton } from '../controls/button.tsx';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../words/i18n.ts';
import { shown_pass } from './forward_pass.ts';
import { store } from './store.ts';

/** Returns the token's index in the leading dimensions of a shape: `[1, 3]`. */
export function leading_index(token: number, shape: readonly number[]): readonly number[] {
  const length = shape.at(-2);
  return length === undefined ? [] : [...leading_index(Math.floor(token / length), shape.slice(0, -1)), token % length];
}

/** Returns the name of a token of the example: its index, `[1, 3]`, and its word if it has one. */
export function token_name(token: number, shape: readonly number[], space = ' '): string {
  const index = `[${leading_index(token, shape).join(`,${space}`)}]`;
  return [index, ...(shown_pass()?.value.words?.slice(token, token + 1) ?? [])].join(space);
}

/** Chooses the token that all tensors show. */
export function TokenChoice({ tokens, shape, token }: { tokens: number; shape: readonly number[]; token: number }) {
  const id = useId();
  if (tokens < 2) return null;
  const choose = (next: number) => (store.token.value = next);
  return (
    <div class="token_choice">
      <label for={id}>{t('token.choose')}</label>
      <ArrowButton arrow="‹" label={t('token.previous')} disabled={token === 0} on_click={() => choose(token - 1)} />
      <select id={id} class="select" value={String(token)} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {Array.from({ length: tokens }, (_, option) => (
          <option key={option} value={String(option)}>
            {token_name(option, shape)}
          </option>
        ))}
      </select>
      <ArrowButton arrow="›" label={t('token.next')} disabled={token === tokens - 1} on_click={() => choose(token + 1)} />
      <span class="hint">{t('token.linked', { tokens })}</span>
    </div>
  );
}

interface TokenStepsProps {
  readonly class: string;
  readonly label: string;
  readonly tokens: number;
  readonly token: number;
  readonly children: ComponentChildren;
}

/** Chooses the previous or the next token, from the chosen one on: the next click may precede the answer, whose token is shown. */
export function TokenSteps({ class: name, label, tokens, token, children }: TokenStepsProps) {
  const last = tokens - 1;
  const step = (by: number) => () => (store.token.value = Math.min(last, Math.max(0, Math.min(store.token.value, last) + by)));
  return (
    <div class={name}>
      <span>{label}</span>
      <ArrowButton arrow="‹" label={t('token.previous')} disabled={token === 0} on_click={step(-1)} />
      <strong>{children}</strong>
      <ArrowButton arrow="›" label={t('token.next')} disabled={token === last} on_click={step(1)} />
    </div>
  );
}
