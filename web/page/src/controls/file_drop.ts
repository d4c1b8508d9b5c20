/**
 * Files dropped on the page. An element takes them; elsewhere the drop is prevented, because the
 * browser would replace the page by the file and lose its state.
 */
import { useEffect, useState } from 'preact/hooks';

/**
 * Returns true for text dropped on a text field: the browser inserts it. A file dropped there would
 * still navigate.
 */
function is_text_drop(event: DragEvent): boolean {
  const with_files = event.dataTransfer?.types.includes('Files') ?? false;
  return (
    !with_files &&
    event.target instanceof Element &&
    event.target.closest('textarea, input') !== null
  );
}

function prevent_drop(event: DragEvent): void {
  if (event.defaultPrevented || is_text_drop(event)) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}

/**
 * Takes files dropped in the element that a selector finds, unless a field in it took them. Returns
 * whether one is dragged over it.
 */
export function use_file_drop(within: string, take: (files: FileList) => void): boolean {
  const [over, set_over] = useState(false);
  useEffect(() => {
    const on_drag = (event: DragEvent) => {
      const inside =
        event.target instanceof Element &&
        event.target.closest(within) !== null &&
        !is_text_drop(event);
      const ends =
        event.type === 'drop' || (event.type === 'dragleave' && event.relatedTarget === null);
      set_over(inside && !ends);
      if (!inside) return;
      if (event.type === 'drop' && !event.defaultPrevented && event.dataTransfer)
        take(event.dataTransfer.files);
      event.preventDefault();
    };
    const listening = new AbortController();
    for (const type of ['dragover', 'dragleave', 'drop'] as const)
      document.addEventListener(type, on_drag, listening);
    return () => listening.abort();
  }, []);
  return over;
}

/**
 * Listens on the window, which events bubble to last: a drop target has called `preventDefault` by
 * then.
 */
export function prevent_drop_navigation(): void {
  addEventListener('dragover', prevent_drop);
  addEventListener('drop', prevent_drop);
}
