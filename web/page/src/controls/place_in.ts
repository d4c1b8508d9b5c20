/**
 * Returns where a pointer is in an element, in the element's own pixels: teacher mode enlarges
 * figures by CSS `zoom`.
 */
export function place_in(
  element: Element,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): { readonly x: number; readonly y: number } {
  const { left, top } = element.getBoundingClientRect();
  // Browsers of 2023 have no `currentCSSZoom`.
  const zoom = (element as Partial<Element>).currentCSSZoom ?? 1;
  return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
}
