/** What every figure has around its drawing: a name, a text that says the same, its numbers as a table, and files to take away. */
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { FigureTools } from './figure_tools.tsx';
import type { FigureSource } from './figure_tools.tsx';

interface FigureFrameProps extends FigureSource {
  /** What the drawing shows, for those who do not see it; it is read out, and goes into the files. */
  readonly description?: ComponentChildren;
  /** The element that says so already. */
  readonly described_by?: string;
  /** There is something to save as a picture: `svg.plot` and canvas elements, with `.plot_title` above them. */
  readonly drawing?: boolean;
  /** Stands below the saved picture: what the page says around the figure. */
  readonly note?: string;
  readonly children: ComponentChildren;
}

export function FigureFrame({ description, described_by, drawing = false, note, children, ...source }: FigureFrameProps) {
  const own_id = useId();
  const host = useRef<HTMLDivElement>(null);
  const text_id = described_by ?? (description === undefined ? undefined : own_id);
  const drawn = () => {
    const text = text_id === undefined ? '' : (document.getElementById(text_id)?.textContent ?? '').trim();
    return host.current === null ? undefined : { host: host.current, words: { title: source.title, description: text, note } };
  };
  return (
    <div class="figure_frame" role="group" aria-label={source.title} aria-describedby={text_id} data-figure={source.name}>
      <div class="figure_drawing" ref={host}>
        {children}
      </div>
      {description !== undefined && (
        <p id={own_id} class="visually_hidden">
          {description}
        </p>
      )}
      <FigureTools {...source} drawing={drawing ? drawn : undefined} />
    </div>
  );
}
