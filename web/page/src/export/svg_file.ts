/**
 * Writes all drawings of a figure, with their titles, one below the other into one self-contained
 * SVG file.
 */

const margin = 16;
const gap = 8;
const text_kinds = { title: { size: 14, line_height: 20 }, note: { size: 12, line_height: 18 } };

export interface FigureText {
  readonly title: string;
  readonly description: string;
  /** Text below the drawings. */
  readonly note?: string | undefined;
}

function make(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: (Element | string)[]
): Element {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Styles that are written into the elements of a drawing as presentation attributes, which every
 * SVG viewer supports.
 */
const copied =
  'stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity paint-order shape-rendering'.split(
    ' ',
  );
const copied_of_text = ['font-family', 'font-size', 'font-weight', 'text-anchor'];

/**
 * Returns a computed colour in SVG 1.1 notation and its opacity: not every viewer supports
 * color(srgb …) or rgb(… / …).
 */
export function plain_colour(text: string) {
  const srgb = text.startsWith('color(srgb');
  if (!srgb && !text.startsWith('rgb'))
    return { colour: text === 'transparent' ? 'none' : text, opacity: 1 };
  const [red = 0, green = 0, blue = 0, opacity = 1] = (
    text.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []
  ).map(Number);
  const channels = [red, green, blue].map((part) => Math.round(srgb ? part * 255 : part));
  return { colour: `rgb(${channels.join(', ')})`, opacity };
}

function set_paint(target: Element, style: CSSStyleDeclaration, paint: 'fill' | 'stroke'): void {
  const { colour, opacity } = plain_colour(style.getPropertyValue(paint));
  target.setAttribute(paint, colour);
  const share = opacity * Number(style.getPropertyValue(`${paint}-opacity`) || 1);
  if (colour !== 'none' && share < 1) target.setAttribute(`${paint}-opacity`, String(share));
}

const without_unit = (text: string) => text.replace(/px\b/g, '');

function write_style(source: Element, target: Element): void {
  const style = getComputedStyle(source);
  for (const { name } of Array.from(target.attributes))
    if (/^(class|style|aria-|data-)/.test(name)) target.removeAttribute(name);
  if (source.localName === 'g') return;
  set_paint(target, style, 'fill');
  set_paint(target, style, 'stroke');
  const stroked = target.getAttribute('stroke') !== 'none';
  for (const property of [...copied, ...(source.localName === 'text' ? copied_of_text : [])]) {
    if (property.startsWith('stroke') && !stroked) continue;
    const value = style.getPropertyValue(property);
    if (!/^(|none|auto|normal|1)$/.test(value)) target.setAttribute(property, without_unit(value));
  }
  // The radius may be set in the style sheet.
  if (source.localName === 'circle')
    target.setAttribute('r', without_unit(style.getPropertyValue('r')));
}

/** Returns a copy of a drawing's children with their styles on the page as attributes. */
function styled_content(drawing: SVGSVGElement): Element[] {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const sources = drawing.querySelectorAll('*');
  for (const [place, target] of copy.querySelectorAll('*').entries())
    if (sources[place]) write_style(sources[place], target);
  return Array.from(copy.children);
}

/** Breaks a text at blanks into lines no wider than `width` pixels. */
function wrap(text: string, width: number, font: string): string[] {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  const lines: string[] = [];
  for (const word of text.split(/[ \n]+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && (context?.measureText(longer).width ?? 0) <= width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function text_piece(host: Element, text: string, kind: keyof typeof text_kinds, width: number) {
  const computed = getComputedStyle(host);
  const font_family = computed.getPropertyValue('--sans').trim();
  const { size, line_height } = text_kinds[kind];
  const lines = wrap(text, width, `${size}px ${font_family}`);
  const rows = lines.map((line, row) =>
    make('tspan', { x: 0, y: (row + 1) * line_height - 6 }, line),
  );
  const style = {
    fill: plain_colour(computed.color).colour,
    'font-family': font_family,
    'font-size': size,
  };
  return { height: lines.length * line_height, element: make('text', style, ...rows) };
}

/** Room for the sample of a line, and between the entries of a legend. */
const sample_gap = { after: 8, between: 24 };

/** Legend of a figure: each sample with its text, in as many rows as it takes. */
function legend_piece(legend: HTMLElement, width: number) {
  const { size, line_height } = text_kinds.note;
  const computed = getComputedStyle(legend);
  const font_family = computed.getPropertyValue('--sans').trim();
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = `${size}px ${font_family}`;
  const style = {
    fill: plain_colour(computed.color).colour,
    'font-family': font_family,
    'font-size': size,
  };
  let [x, row] = [0, 0];
  const entries = Array.from(legend.children).map((entry) => {
    const sample = entry.querySelector('svg');
    const text = (entry.textContent ?? '').trim();
    const indent = sample ? sample.width.baseVal.value + sample_gap.after : 0;
    const length = indent + (context?.measureText(text).width ?? 0);
    if (x > 0 && x + length > width) [x, row] = [0, row + 1];
    const [left, top] = [x, row * line_height];
    x += length + sample_gap.between;
    const lower = sample ? (line_height - sample.height.baseVal.value) / 2 : 0;
    return make(
      'g',
      { transform: `translate(${left} ${top})` },
      ...(sample
        ? [make('g', { transform: `translate(0 ${lower})` }, ...styled_content(sample))]
        : []),
      make('text', { ...style, x: indent, y: line_height - 5 }, text),
    );
  });
  return { height: (row + 1) * line_height, element: make('g', {}, ...entries) };
}

const legends = '.series_legend, .fit_losses';

/**
 * Converts `.plot_title`, legends, `svg.plot` and canvas elements, as PNG images, in page order; adds
 * `title` if there is no `.plot_title`.
 */
function pieces_of(host: HTMLElement, { title, note }: FigureText, width: number) {
  const found = Array.from(
    host.querySelectorAll<HTMLElement | SVGSVGElement>(`.plot_title, svg.plot, canvas, ${legends}`),
  );
  const parts = found.map((element) => {
    if (element instanceof SVGSVGElement)
      return {
        height: element.height.baseVal.value,
        element: make('g', {}, ...styled_content(element)),
      };
    if (element.matches(legends)) return legend_piece(element, width);
    if (!(element instanceof HTMLCanvasElement))
      return text_piece(element, element.textContent, 'title', width);
    const { clientWidth, clientHeight: height } = element;
    const image = {
      href: element.toDataURL('image/png'),
      preserveAspectRatio: 'none',
      'image-rendering': 'pixelated',
    };
    return { height, element: make('image', { ...image, width: clientWidth, height }) };
  });
  const first = host.querySelector('.plot_title') ? [] : [text_piece(host, title, 'title', width)];
  return [
    ...first,
    ...parts,
    ...(note === undefined ? [] : [text_piece(host, note, 'note', width)]),
  ];
}

/** Returns the figure in its current size, theme and language. */
export function svg_file(host: HTMLElement, words: FigureText) {
  const drawings = Array.from(host.querySelectorAll('svg.plot, canvas'));
  const widths = drawings.map((drawing) =>
    drawing instanceof SVGSVGElement ? drawing.width.baseVal.value : drawing.clientWidth,
  );
  // A narrow drawing still needs room for its title.
  const inner = Math.max(240, ...widths);
  let y = margin;
  const placed = pieces_of(host, words, inner).map(({ height, element }) => {
    const group = make('g', { transform: `translate(${margin} ${y})` }, element);
    y += height + gap;
    return group;
  });
  const [width, height] = [inner + 2 * margin, y - gap + margin];
  const paper = plain_colour(getComputedStyle(document.documentElement).backgroundColor).colour;
  const file = make(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' },
    make('title', {}, words.title),
    ...(words.description === '' ? [] : [make('desc', {}, words.description)]),
    make('rect', { width, height, fill: paper }),
    ...placed,
  );
  return { text: new XMLSerializer().serializeToString(file), width, height };
}
export type SvgFile = ReturnType<typeof svg_file>;
