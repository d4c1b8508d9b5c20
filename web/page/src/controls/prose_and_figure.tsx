import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface ProseAndFigureProps {
  readonly prose: ComponentChildren;
  /** Class of the figure. */
  readonly figure: string;
  /** Class of both. */
  readonly class?: string;
  /**
   * Whether the figure is as wide as the step, on wide screens below the text instead of beside it.
   */
  readonly wide?: boolean;
  readonly busy?: ReadonlySignal<boolean>;
  readonly children: ComponentChildren;
}

/**
 * Text beside its figure; on a narrow screen its first paragraph stands above the figure and the
 * others below it.
 */
export function ProseAndFigure({
  prose,
  figure,
  class: name = '',
  wide = false,
  busy,
  children,
}: ProseAndFigureProps) {
  return (
    <div class={`prose_and_figure ${wide ? 'wide_figure' : ''} ${name}`} aria-busy={busy}>
      <div class="prose">{prose}</div>
      <figure class={figure}>{children}</figure>
    </div>
  );
}
