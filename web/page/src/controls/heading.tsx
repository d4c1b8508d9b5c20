import type { ComponentProps } from 'preact';
import { part_anchor, part_title, type PartName } from '../words/parts.ts';

/** Heading of a part of a step; the jump dialog leads to it. */
export function Heading({
  part,
  children,
  ...attributes
}: ComponentProps<'h3'> & { readonly part: PartName }) {
  return (
    <h3 id={part_anchor(part)} tabIndex={-1} {...attributes}>
      {part_title(part)}
      {children}
    </h3>
  );
}
