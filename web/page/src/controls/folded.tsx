import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { on_phone } from './window_width.ts';

/** All parts are open at first: on the page of all steps, which is printed and searched. */
export const unfolded = signal(false);

/** The element that a link leads to; the part that has it opens. */
export const sought = signal<{ readonly anchor: string } | undefined>(undefined);

interface FoldedProps {
  readonly title: string;
  /** Says what is inside. */
  readonly about: string;
  /**
   * Opens the part when it becomes true, for instance when the user has chosen what the part is
   * about.
   */
  readonly wanted?: boolean;
  readonly id?: string;
  /** Ids of elements inside that links lead to. */
  readonly anchors?: readonly string[];
  readonly children: ComponentChildren;
}

/** A part of a step that is closed at first. Its content is drawn only while it is open. */
export function Folded({ title, about, wanted = false, id, anchors = [], children }: FoldedProps) {
  const [open, set_open] = useState(wanted || unfolded.value);
  const anchor = sought.value?.anchor ?? '';
  useLayoutEffect(() => {
    if (wanted || unfolded.value || anchor === id || anchors.includes(anchor)) set_open(true);
  }, [wanted, unfolded.value, sought.value]);
  return (
    <details class="folded" open={open} onToggle={(event) => set_open(event.currentTarget.open)}>
      <summary id={id}>
        <h3>{title}</h3>
        <span class="folded_about">{about}</span>
      </summary>
      {open && <div class="folded_inside">{children}</div>}
    </details>
  );
}

/**
 * A part that is closed at first on a phone, where it would stand between the learner and the next
 * one; in a wide window it is a part like the others.
 */
export function FoldedOnPhone(props: FoldedProps) {
  if (on_phone.value) return <Folded {...props} />;
  const { id, children } = props;
  // A link may lead to it.
  return id === undefined ? <>{children}</> : <div {...{ id, children }} tabIndex={-1} />;
}
