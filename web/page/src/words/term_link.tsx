/** Link from a term to its glossary entry. */
import type { ComponentChildren } from 'preact';
import { go_to_anchor } from '../numbers/navigate.ts';
import { term_anchor } from './glossary_terms.ts';
import type { TermId } from './glossary_terms.ts';

export function TermLink({ id, children }: { readonly id: TermId; readonly children: ComponentChildren }) {
  const go = (event: Event) => {
    event.preventDefault();
    go_to_anchor(term_anchor(id));
  };
  return (
    <a class="term_link" href={`#${term_anchor(id)}`} onClick={go}>
      {children}
    </a>
  );
}
