/** A button that opens the browser's file chooser. */
import { useId, useRef } from 'preact/hooks';

interface FileChooserProps {
  /** Text of the button. */
  readonly text: string;
  /** Label of the hidden file input; default: `text`. */
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
    input.value = ''; // so that choosing the same file again triggers a change event
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
