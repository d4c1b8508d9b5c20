import { t_parts, type MessageKey, type Part, type Wraps } from './i18n.ts';
import { memo } from './memo.ts';
import { term_anchor, terms } from './glossary_terms.ts';

const term_link = (anchor: string) => (parts: Part[]) => (
  <a class="term_link" href={`#${anchor}`}>
    {parts}
  </a>
);

/** Elements for the tags `term_…` of all terms of the glossary. */
const of_terms = (wrap: typeof term_link) => Object.fromEntries(terms.map(({ id }) => [term_anchor(id), wrap(term_anchor(id))]));

/** `gelu`, its forms and `relu` colour a word like its curve; `term_…` links to the glossary. */
const wraps: Wraps = {
  code: (parts) => <code>{parts}</code>,
  strong: (parts) => <strong>{parts}</strong>,
  gelu: (parts) => <strong class="word_gelu">{parts}</strong>,
  gelu_tanh: (parts) => <strong class="word_gelu_tanh">{parts}</strong>,
  gelu_sigmoid: (parts) => <strong class="word_gelu_sigmoid">{parts}</strong>,
  relu: (parts) => <strong class="word_relu">{parts}</strong>,
  ...of_terms(term_link),
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
  return <>{t_parts(id, values, links ? wraps : wraps_without_links)}</>;
});

export function Paragraph({ class: name, ...message }: MessageProps & { readonly class?: string | undefined }) {
  return (
    <p class={name}>
      <Message {...message} />
    </p>
  );
}
