/** Link from a term to its glossary entry. */
import type { ComponentChildren } from 'preact';
import { term_anchor } from './glossary_terms.ts';
import type { TermId } from './glossary_terms.ts';

export function TermLink({ id, children }: { readonly id: TermId; readonly children: ComponentChildren }) {
  return (
    <a class="term_link" href={`#${term_anchor(id)}`}>
      {children}
    </a>
  );
}
