/** Whether a key is held that gives a key or a click another meaning in the browser. */
export const with_modifier = ({
  ctrlKey,
  altKey,
  metaKey,
}: Pick<MouseEvent, 'ctrlKey' | 'altKey' | 'metaKey'>): boolean => ctrlKey || altKey || metaKey;

/** Whether a click on a link opens it in another tab or window, or saves it. */
export const opens_elsewhere = (event: MouseEvent): boolean =>
  event.button !== 0 || event.shiftKey || with_modifier(event);
