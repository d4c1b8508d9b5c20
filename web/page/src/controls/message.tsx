import { t_parts, type MessageKey, type Part, type Wraps } from '../words/i18n.ts';
import { curve_kinds } from '../words/curve_kinds.ts';
import { memo } from './memo.ts';
import { term_anchor, terms } from '../words/glossary_terms.ts';
import { opens_elsewhere } from './modifiers.ts';

const anchors = terms.map(({ id }) => term_anchor(id));
const elements = (names: readonly string[], wrap: (name: string) => Wraps[string]): Wraps =>
  Object.fromEntries(names.map((name) => [name, wrap(name)]));

/** Explains a term in place. A browser without popovers follows the link to the glossary. */
function explain(event: MouseEvent & { readonly currentTarget: HTMLAnchorElement }): void {
  const link = event.currentTarget;
  if (opens_elsewhere(event) || !('popover' in link)) return;
  event.preventDefault();
  // A step that loads meanwhile can move the link or draw it again.
  const lines = Array.from(link.getClientRects());
  import('./term_note.tsx')
    .then(({ show_term }) => show_term(link, lines))
    .catch(() => location.assign(link.href));
}

/**
 * The names of curves (`gelu`) colour a word like its curve; `term_…` links to the
 * glossary; paper cannot be dragged, so it has words of its own.
 */
const wraps: Wraps = {
  code: (parts) => <code>{parts}</code>,
  strong: (parts) => <strong>{parts}</strong>,
  on_screen: (parts) => <span class="on_screen">{parts}</span>,
  on_paper: (parts) => <span class="on_paper">{parts}</span>,
  ...elements(curve_kinds, (name) => (parts) => (
    <strong class={`word word_${name}`} data-kind={name}>
      {parts}
    </strong>
  )),
  ...elements(anchors, (anchor) => (parts) => (
    <a class="term_link" href={`#${anchor}`} aria-haspopup="dialog" onClick={explain}>
      {parts}
    </a>
  )),
};
const wraps_without_links = { ...wraps, ...elements(anchors, () => (parts) => <>{parts}</>) };

interface MessageProps {
  readonly id: MessageKey;
  /** Values of the placeholders: text, numbers or elements. */
  readonly values?: Readonly<Record<string, Part | number>>;
  /** Terms link to the glossary. */
  readonly links?: boolean;
}

export const Message = memo(function Message({ id, values = {}, links = true }: MessageProps) {
  return <>{t_parts(id, values, links ? wraps : wraps_without_links)}</>;
});

export function Paragraph({
  class: name,
  ...message
}: MessageProps & { readonly class?: string | undefined }) {
  return (
    <p class={name}>
      <Message {...message} />
    </p>
  );
}

/** Messages as paragraphs; the one that says what to try is set apart. */
export const Prose = ({ ids }: { readonly ids: readonly MessageKey[] }) =>
  ids.map((id) => <Paragraph key={id} id={id} class={id.endsWith('.try') ? 'try' : undefined} />);
