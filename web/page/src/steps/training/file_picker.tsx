/** A button that opens the file dialog and accepts dropped files. */
import { useSignal } from '@preact/signals';

interface FilePickerProps {
  readonly label: string;
  readonly accept: string;
  readonly on_file: (file: File) => void;
}

export function FilePicker({ label, accept, on_file }: FilePickerProps) {
  const over = useSignal(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) on_file(file);
  };
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    over.value = inside;
  };
  return (
    <label
      class={`button file_picker ${over.value ? 'file_picker_over' : ''}`}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        take(event.dataTransfer?.files);
      }}
    >
      <input
        type="file"
        accept={accept}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = ''; // otherwise choosing the same file again, after an edit, fires no event
        }}
      />
      <span>{label}</span>
    </label>
  );
}
