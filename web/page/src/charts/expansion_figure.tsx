/** The shape of the network, without numbers: narrow, four times as wide, narrow again. */
const ends = 4;
const middle = 16;
const height = 176;
const step = height / middle;
const columns = { x: 20, hidden: 200, output: 380 };

const y_of = (index: number, count: number) => height / 2 + (index - (count - 1) / 2) * step;

function links(from: number, from_count: number, to: number, to_count: number): string {
  const pairs = Array.from({ length: from_count * to_count }, (_, pair) => [Math.floor(pair / to_count), pair % to_count] as const);
  return pairs.map(([a, b]) => `M${from} ${y_of(a, from_count)}L${to} ${y_of(b, to_count)}`).join('');
}

function Column({ x, count, name }: { readonly x: number; readonly count: number; readonly name: string }) {
  return (
    <g class={`expansion_${name}`}>
      {Array.from({ length: count }, (_, index) => (
        <rect key={index} x={x - 4} y={y_of(index, count) - 4} width={8} height={8} rx={2} />
      ))}
    </g>
  );
}

export function ExpansionFigure() {
  return (
    <svg class="expansion" viewBox="0 0 400 212" aria-hidden="true">
      <path
        class="expansion_links"
        d={links(columns.x, ends, columns.hidden, middle) + links(columns.hidden, middle, columns.output, ends)}
      />
      <Column x={columns.x} count={ends} name="x" />
      <Column x={columns.hidden} count={middle} name="hidden" />
      <Column x={columns.output} count={ends} name="output" />
      <g class="expansion_names">
        <text x={columns.x - 4} y={204}>
          x
        </text>
        <text x={columns.hidden} y={204} text-anchor="middle">
          hidden
        </text>
        <text x={columns.output + 4} y={204} text-anchor="end">
          output
        </text>
        <text x={110} y={204} text-anchor="middle">
          W1, b1
        </text>
        <text x={290} y={204} text-anchor="middle">
          W2, b2
        </text>
      </g>
    </svg>
  );
}
