/** Frame of every figure: name, text alternative, table of its numbers, and downloads. */
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { FigureTools } from './figure_tools.tsx';
import type { FigureSource } from './figure_tools.tsx';

interface FigureFrameProps extends FigureSource {
  /** Text alternative, for screen readers and for the downloaded pictures. */
  readonly description?: ComponentChildren;
  /** Id of a visible element that serves as the text alternative. */
  readonly described_by?: string;
  /** The figure can be saved as a picture: it contains `svg.plot` or canvas elements, with `.plot_title` above them. */
  readonly drawing?: boolean;
  /** Caption below the saved picture, for context that the page shows around the figure. */
  readonly note?: string;
  readonly children: ComponentChildren;
}

export function FigureFrame({ description, described_by, drawing = false, note, children, ...source }: FigureFrameProps) {
  const own_id = useId();
  const host = useRef<HTMLDivElement>(null);
  const text_id = described_by ?? (description === undefined ? undefined : own_id);
  const get_drawing = () => {
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
      <FigureTools {...source} drawing={drawing ? get_drawing : undefined} />
    </div>
  );
}
