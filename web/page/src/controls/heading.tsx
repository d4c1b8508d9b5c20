import type { ComponentChildren } from 'preact';
import { part_anchor, part_title, type PartName } from '../words/parts.ts';

interface HeadingProps {
  readonly part: PartName;
  readonly class?: string;
  /** Content after the title. */
  readonly children?: ComponentChildren;
}

/** Heading of a part of a step; the jump dialog leads to it. */
export function Heading({ part, class: name, children }: HeadingProps) {
  return (
    <h3 id={part_anchor(part)} class={name} tabIndex={-1}>
      {part_title(part)}
      {children}
    </h3>
  );
}
