import type { ComponentChildren, VNode } from 'preact';
import { t_parts, type MessageKey } from './i18n.ts';
import { memo } from './memo.ts';
import { term_anchor, terms, type TermId } from './glossary_terms.ts';

type Part = string | VNode;

type Wrap = (parts: Part[]) => VNode;

/** Elements for the tags `term_…` of all terms of the glossary. */
const of_terms = (wrap: (id: TermId) => Wrap) => Object.fromEntries(terms.map(({ id }) => [term_anchor(id), wrap(id)]));

/** Elements for the tags in messages. `gelu`, its forms and `relu` colour a word like its curve; `term_…` links to the glossary. */
const wraps: Readonly<Record<string, Wrap>> = {
  code: (parts) => <code>{parts}</code>,
  strong: (parts) => <strong>{parts}</strong>,
  gelu: (parts) => <strong class="word_gelu">{parts}</strong>,
  gelu_tanh: (parts) => <strong class="word_gelu_tanh">{parts}</strong>,
  gelu_sigmoid: (parts) => <strong class="word_gelu_sigmoid">{parts}</strong>,
  relu: (parts) => <strong class="word_relu">{parts}</strong>,
  ...of_terms((id) => (parts) => <TermLink id={id}>{parts}</TermLink>),
};
const wraps_without_links = { ...wraps, ...of_terms(() => (parts) => <>{parts}</>) };

interface MessageProps {
  readonly id: MessageKey;
  /** Values of the placeholders: text, numbers or elements. */
  readonly values?: Readonly<Record<string, Part | number>>;
  /** Terms link to the glossary. */
  readonly links?: boolean;
}

/** A message of the catalogue with its markup. */
export const Message = memo(function Message({ id, values = {}, links = true }: MessageProps) {
  return <>{t_parts<VNode>(id, values, links ? wraps : wraps_without_links)}</>;
});

/** A message as a paragraph. */
export function Paragraph({ class: name, ...message }: MessageProps & { readonly class?: string | undefined }) {
  return (
    <p class={name}>
      <Message {...message} />
    </p>
  );
}

/** Messages as paragraphs; the one that says what to try is set apart. */
export const Prose = ({ ids }: { readonly ids: readonly MessageKey[] }) =>
  ids.map((id) => <Paragraph key={id} id={id} class={id.endsWith('.try') ? 'try' : undefined} />);

export function TermLink({ id, children }: { readonly id: TermId; readonly children: ComponentChildren }) {
  return (
    <a class="term_link" href={`#${term_anchor(id)}`}>
      {children}
    </a>
  );
}
