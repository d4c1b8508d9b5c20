/** Lines to write an answer on, on paper. */
export const PrintLines = ({ label }: { readonly label?: string }) => (
  <div class="print_lines" aria-hidden="true">
    {label !== undefined && <p>{label}</p>}
    {[0, 1, 2].map((line) => (
      <i key={line} />
    ))}
  </div>
);
