/** A button of the page's own, and behind it the browser's chooser of files. */
import { useId, useRef } from 'preact/hooks';

interface FileChooserProps {
  /** On the button. */
  readonly text: string;
  /** Names the chooser; default `text`. */
  readonly label?: string;
  readonly accept: string;
  readonly small?: boolean;
  readonly described_by?: string;
  /** At least one. */
  readonly on_choose: (files: readonly File[]) => void;
}

export function FileChooser({ text, label = text, accept, small = false, described_by, on_choose }: FileChooserProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (input: HTMLInputElement) => {
    const files = Array.from(input.files ?? []);
    input.value = ''; // the same file may be chosen again when it has been mended
    if (files.length > 0) on_choose(files);
  };
  return (
    <>
      <button
        type="button"
        class={`button${small ? ' button_small' : ''}`}
        aria-describedby={described_by}
        onClick={() => chooser.current?.click()}
      >
        {text}
      </button>
      <label for={id} class="visually_hidden">
        {label}
      </label>
      <input
        ref={chooser}
        id={id}
        class="visually_hidden"
        type="file"
        multiple
        tabIndex={-1}
        accept={accept}
        onChange={(event) => choose(event.currentTarget)}
      />
    </>
  );
}
