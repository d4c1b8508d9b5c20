import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface TwoColumnsProps {
  readonly prose: ComponentChildren;
  /** Class of the figure. */
  readonly figure: string;
  /** Class of both columns. */
  readonly class?: string;
  readonly busy?: ReadonlySignal<boolean>;
  readonly children: ComponentChildren;
}

/** Text beside its figure; on a narrow screen above it. */
export function TwoColumns({ prose, figure, class: name = '', busy, children }: TwoColumnsProps) {
  return (
    <div class={`prose_and_figure ${name}`} aria-busy={busy}>
      <div class="prose">{prose}</div>
      <figure class={figure}>{children}</figure>
    </div>
  );
}
