/** A button that opens the browser's file chooser, and takes files dropped on it. */
import { useId, useRef, useState } from 'preact/hooks';

interface FileChooserProps {
  readonly text: string;
  /** Label of the hidden file input; default: `text`. */
  readonly label?: string;
  readonly accept: string;
  readonly small?: boolean;
  readonly described_by?: string;
  /** At least one. */
  readonly on_choose: (files: readonly File[]) => void;
}

/** State and handlers of a button that files are dropped on. */
function use_drop(take: (list: FileList | null | undefined) => void) {
  const [over, set_over] = useState(false);
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    set_over(inside);
    if (event.type === 'drop') take(event.dataTransfer?.files);
  };
  return { over, onDragOver: drag(true), onDragLeave: drag(false), onDrop: drag(false) };
}

export function FileChooser({
  text,
  label = text,
  accept,
  small = false,
  described_by,
  on_choose,
}: FileChooserProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null | undefined) => {
    const files = Array.from(list ?? []);
    if (files.length > 0) on_choose(files);
  };
  const { over, ...drop_handlers } = use_drop(take);
  const choose = (input: HTMLInputElement) => {
    take(input.files);
    input.value = ''; // so that choosing the same file again triggers a change event
  };
  return (
    <>
      <button
        type="button"
        class={`button file_button ${small ? 'button_small' : ''} ${over ? 'file_button_over' : ''}`}
        aria-describedby={described_by}
        onClick={() => chooser.current?.click()}
        {...drop_handlers}
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
        multiple={true}
        tabIndex={-1}
        accept={accept}
        onChange={(event) => choose(event.currentTarget)}
      />
    </>
  );
}
