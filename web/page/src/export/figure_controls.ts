/**
 * Returns the controls that stand above a figure, in the same `<figure>` or, without one, beside it;
 * another figure's are not its own.
 */
export function controls_of(figure: HTMLElement): readonly HTMLElement[] {
  const host = figure.closest('figure') ?? figure.parentElement;
  const parts = Array.from(host?.children ?? []);
  return parts
    .slice(
      0,
      parts.findIndex((part) => part.contains(figure)),
    )
    .filter((part): part is HTMLElement => part instanceof HTMLElement)
    .filter(
      (part) =>
        !('figure' in part.dataset) &&
        part.querySelector('[data-figure]') === null &&
        part.querySelector('button, input, select') !== null,
    );
}
