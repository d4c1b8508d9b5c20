/** What is dropped beside the places made for it would make the browser leave the page, and the reader lose what is there. */

/** A text goes where one can be typed; a file does not, even there. */
export function is_text_drop(event: DragEvent): boolean {
  const with_files = event.dataTransfer?.types.includes('Files') ?? false;
  return !with_files && event.target instanceof Element && event.target.closest('textarea, input') !== null;
}

function refuse(event: DragEvent): void {
  if (event.defaultPrevented || is_text_drop(event)) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}

/** The window hears of a drop last: whatever takes it has said so by then. */
export function prevent_drop_navigation(): void {
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
}
