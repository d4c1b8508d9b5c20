import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface FoldedProps {
  readonly title: string;
  /** Says what is inside. */
  readonly about: string;
  readonly children: ComponentChildren;
}

/** A part of a step that is closed at first. Its content is drawn only while it is open. */
export function Folded({ title, about, children }: FoldedProps) {
  const [open, set_open] = useState(false);
  return (
    <details class="folded" onToggle={(event) => set_open(event.currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
        <span class="folded_about">{about}</span>
      </summary>
      {open && <div class="folded_inside">{children}</div>}
    </details>
  );
}
