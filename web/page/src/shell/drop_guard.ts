/** Prevents the browser from navigating to a file or a link that is dropped outside a drop target, which would lose the page's state. */

/** Returns true for text dropped on a text field, which the browser inserts; a file dropped there would still navigate. */
export function is_text_drop(event: DragEvent): boolean {
  const with_files = event.dataTransfer?.types.includes('Files') ?? false;
  return !with_files && event.target instanceof Element && event.target.closest('textarea, input') !== null;
}

function prevent_drop(event: DragEvent): void {
  if (event.defaultPrevented || is_text_drop(event)) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}

/** Listens on the window, which events bubble to last: a drop target has called `preventDefault` by then. */
export function prevent_drop_navigation(): void {
  addEventListener('dragover', prevent_drop);
  addEventListener('drop', prevent_drop);
}
