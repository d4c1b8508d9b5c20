/** Lines to write an answer on, on paper. */
export const PrintLines = ({ count = 3 }: { readonly count?: number }) => (
  <div class="print_lines" aria-hidden="true">
    {Array.from({ length: count }, (_, line) => (
      <i key={line} />
    ))}
  </div>
);
