import type { ComponentChildren, VNode } from 'preact';
import { t_parts } from './i18n.ts';
import type { MessageKey } from './i18n.ts';
import { memo } from './memo.ts';
import { term_anchor } from './glossary_terms.ts';
import type { TermId } from './glossary_terms.ts';

type Part = string | VNode;

/** Elements for the tags in messages. `gelu`, its forms and `relu` colour a word like its curve; `term_…` links to the glossary. */
const wraps = {
  code: (parts: Part[]) => <code>{parts}</code>,
  strong: (parts: Part[]) => <strong>{parts}</strong>,
  gelu: (parts: Part[]) => <strong class="word_gelu">{parts}</strong>,
  gelu_tanh: (parts: Part[]) => <strong class="word_gelu_tanh">{parts}</strong>,
  gelu_sigmoid: (parts: Part[]) => <strong class="word_gelu_sigmoid">{parts}</strong>,
  relu: (parts: Part[]) => <strong class="word_relu">{parts}</strong>,
  term_sparsity: (parts: Part[]) => <TermLink id="sparsity">{parts}</TermLink>,
  term_mask: (parts: Part[]) => <TermLink id="mask">{parts}</TermLink>,
};

interface MessageProps {
  readonly id: MessageKey;
  /** Values of the placeholders: text, numbers or elements. */
  readonly values?: Readonly<Record<string, Part | number>>;
}

/** A message of the catalogue with its markup. */
export const Message = memo(function Message({ id, values = {} }: MessageProps) {
  return <>{t_parts<VNode>(id, values, wraps)}</>;
});

/** A message as a paragraph. */
export function Paragraph({ class: name, ...message }: MessageProps & { readonly class?: string | undefined }) {
  return (
    <p class={name}>
      <Message {...message} />
    </p>
  );
}

export function TermLink({ id, children }: { readonly id: TermId; readonly children: ComponentChildren }) {
  return (
    <a class="term_link" href={`#${term_anchor(id)}`}>
      {children}
    </a>
  );
}
