import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** All parts are open at first: on the page of all steps, which is printed and searched. */
export const unfolded = signal(false);

interface FoldedProps {
  readonly title: string;
  /** Says what is inside. */
  readonly about: string;
  /** Opens the part when it becomes true, for instance when the user has chosen what the part is about. */
  readonly wanted?: boolean;
  readonly children: ComponentChildren;
}

/** A part of a step that is closed at first. Its content is drawn only while it is open. */
export function Folded({ title, about, wanted = false, children }: FoldedProps) {
  const [open, set_open] = useState(wanted || unfolded.value);
  useEffect(() => {
    if (wanted || unfolded.value) set_open(true);
  }, [wanted, unfolded.value]);
  return (
    <details class="folded" open={open} onToggle={(event) => set_open(event.currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
        <span class="folded_about">{about}</span>
      </summary>
      {open && <div class="folded_inside">{children}</div>}
    </details>
  );
}
