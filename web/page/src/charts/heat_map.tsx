/**
 * Heat map of a tensor: a row for each token, a column for each feature, colour for sign and
 * magnitude. If several features share a pixel, the one with the largest magnitude is shown.
 */
import { scaleLinear } from 'd3-scale';
import { useRef } from 'preact/hooks';
import { legend_entry, type Legend } from '../words/legend.tsx';
import { Painting, type SignColours } from './painting.tsx';
import { use_width } from './use_width.ts';

export interface HeatMapProps {
  readonly data: Float32Array;
  readonly tokens: number;
  readonly features: number;
  /** The colour scale goes from −limit to limit. */
  readonly limit: number;
  readonly token: number;
  /** Another token to highlight. */
  readonly attended?: number | undefined;
  readonly window: readonly [from: number, to: number];
  readonly label: string;
  /** Pixels, for rows with labels beside them; by default rows are as high as there is space. */
  readonly row_height?: number;
  /** Called with the element that is chosen; by default no element can be chosen. */
  readonly on_pick?: (token: number, feature: number) => void;
}

const longest_height = 72;
const row_heights = { smallest: 3, largest: 16 };
const widest_cell = 16;

const fitting_height = (tokens: number) =>
  Math.max(
    row_heights.smallest,
    Math.min(row_heights.largest, Math.floor(longest_height / tokens)),
  );

export const heat_map_size = (
  tokens: number,
  features: number,
  available: number,
  row_height = fitting_height(tokens),
) => ({ width: Math.min(available, features * widest_cell), height: row_height * tokens });

/** Returns the element of [from, to) with the largest magnitude, or NaN if there is one. */
function strongest(data: Float32Array, from: number, to: number): number {
  let found = data[from] ?? 0;
  for (let index = from + 1; index < to && !Number.isNaN(found); index++) {
    const value = data[index] ?? 0;
    if (!(Math.abs(value) <= Math.abs(found))) found = value;
  }
  return found;
}

/** Smallest cell that a minus sign fits in, in canvas pixels. */
const smallest_with_sign = 3;

/** Draws a minus sign on a cell: light on a strong colour, else dark. */
function draw_minus(
  context: CanvasRenderingContext2D,
  [left, top, width, height]: readonly [number, number, number, number],
  [light, dark, share]: readonly [string, string, number],
): void {
  if (width < smallest_with_sign || height < smallest_with_sign) return;
  context.fillStyle = share > 0.4 ? light : dark;
  const thickness = Math.max(1, Math.round(height / 8));
  context.fillRect(
    left + width / 4,
    Math.round(top + (height - thickness) / 2),
    width / 2,
    thickness,
  );
}

/**
 * Paints the canvas. If it already shows `shown` in the same size and colours, paints only the
 * cells whose value has changed.
 */
function draw(
  canvas: HTMLCanvasElement,
  props: HeatMapProps,
  colours: SignColours,
  shown: Float32Array | undefined,
): void {
  const { data, tokens, features, limit } = props;
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { minus, zero, plus, outlier } = colours;
  const scale = scaleLinear<string>([-limit, 0, limit], [minus, zero, plus]).clamp(true);
  const paint = (value: number) => (limit > 0 ? scale(value) : zero);
  const columns = Math.min(features, canvas.width);
  for (let token = 0; token < tokens; token++) {
    const top = Math.round((token * canvas.height) / tokens);
    const bottom = Math.round(((token + 1) * canvas.height) / tokens);
    for (let column = 0; column < columns; column++) {
      const from = Math.floor((column * features) / columns);
      const to = Math.floor(((column + 1) * features) / columns);
      const [first, last] = [token * features + from, token * features + to];
      const value = strongest(data, first, last);
      if (shown && Object.is(value, strongest(shown, first, last))) continue;
      context.fillStyle = Number.isFinite(value) ? paint(value) : outlier;
      const left = Math.round((column * canvas.width) / columns);
      const right = Math.round(((column + 1) * canvas.width) / columns);
      context.fillRect(left, top, right - left, bottom - top);
      if (colours.second_sign && value < 0)
        draw_minus(context, [left, top, right - left, bottom - top], [zero, minus, value / -limit]);
    }
  }
}

/** Outlines of the shown token, its shown features and the highlighted token. */
function Frames(props: HeatMapProps & { readonly width: number; readonly height: number }) {
  const { tokens, features, token, attended, width, height } = props;
  const [from, to] = props.window;
  const row = tokens > 0 ? height / tokens : 0;
  const x = (feature: number) => (feature / features) * width;
  return (
    <svg class="heat_map_window" width={width} height={height} aria-hidden="true">
      {attended !== undefined && attended < tokens && (
        <rect
          class="heat_map_attended"
          x={0.5}
          y={attended * row + 0.5}
          width={Math.max(0, width - 1)}
          height={Math.max(0, row - 1)}
        />
      )}
      {tokens > 1 && (
        <rect x={0.5} y={token * row + 0.5} width={Math.max(0, width - 1)} height={row - 1} />
      )}
      {to - from < features && (
        <rect
          x={x(from)}
          y={token * row}
          width={Math.max(4, x(to) - x(from))}
          height={row}
          class="heat_map_cells"
        />
      )}
    </svg>
  );
}

/** Pixels on each side of a touch that the finger covers, too. */
const finger = 12;

/** Returns the element of a row with the largest magnitude, of those that a finger covers. */
function under_finger(
  { data, features }: HeatMapProps,
  token: number,
  touched: number,
  reach: number,
): number {
  const magnitude = (feature: number) => Math.abs(data[token * features + feature] ?? 0);
  const [low, high] = [Math.max(0, touched - reach), Math.min(features - 1, touched + reach)];
  let strongest = touched;
  for (let feature = low; feature <= high; feature++)
    if (magnitude(feature) > magnitude(strongest)) strongest = feature;
  return strongest;
}

/** Calls `on_pick` with the element under the pointer, or the strongest under a finger. */
function pick(event: PointerEvent, props: HeatMapProps): void {
  const { tokens, features } = props;
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const at = (position: number, length: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor((position / length) * count)));
  const token = at(event.clientY - box.top, box.height, tokens);
  const feature = at(event.clientX - box.left, box.width, features);
  const reach = event.pointerType === 'touch' ? Math.floor((finger / box.width) * features) : 0;
  props.on_pick?.(token, under_finger(props, token, feature, reach));
}

export function HeatMap(props: HeatMapProps) {
  const { data, tokens, features, limit, label } = props;
  const { ref, width: available } = use_width<HTMLDivElement>(320);
  const { width, height } = heat_map_size(tokens, features, available, props.row_height);
  const painted = useRef<{ readonly data: Float32Array; readonly settings: readonly unknown[] }>(
    undefined,
  );
  const paint = (canvas: HTMLCanvasElement, colours: SignColours) => {
    const before = painted.current;
    const settings = [tokens, features, limit, colours, canvas.width, canvas.height];
    const same = settings.every((setting, index) => setting === before?.settings[index]);
    draw(canvas, props, colours, same ? before?.data : undefined);
    painted.current = { data, settings };
  };
  return (
    <div class="heat_map" ref={ref}>
      <div
        class="heat_map_frame"
        onPointerDown={(event) => event.pointerType === 'mouse' && pick(event, props)}
        // A finger that scrolls the page is never lifted here.
        onPointerUp={(event) => event.pointerType !== 'mouse' && pick(event, props)}
      >
        <Painting
          label={label}
          width={width}
          height={height}
          paint={paint}
          largest_ratio={3}
          dependencies={[data, tokens, features, limit]}
        />
        <Frames {...props} width={width} height={height} />
      </div>
    </div>
  );
}

export const heat_map_legend: Legend = [
  legend_entry('legend.scale', 'scale_bar heat_map', <span class="scale_bar" />),
  legend_entry(
    'legend.heat_row',
    'heat_map_window heat_map_cells',
    <svg class="heat_map_window" width={64} height={24} viewBox="0 0 64 24">
      <rect x={1} y={7} width={62} height={10} />
      <rect x={20} y={7} width={20} height={10} class="heat_map_cells" />
    </svg>,
  ),
];
