/** Writes all drawings of a figure, with their titles, one below the other into one self-contained SVG file. */
import { plain_colour, styled_content } from './plain_style.ts';

const namespace = 'http://www.w3.org/2000/svg';
const margin = 16;
const gap = 8;
const text_line = { title: 20, note: 18 };
const text_size = { title: 14, note: 12 };

export interface FigureText {
  readonly title: string;
  readonly description: string;
  /** Text below the drawings. */
  readonly note?: string | undefined;
}

export interface SvgFile {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

function make(name: string, attributes: Readonly<Record<string, string | number>>, ...children: (Element | string)[]): Element {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Breaks a text at blanks into lines no wider than `width` pixels. */
function wrap(text: string, width: number, font: string): string[] {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  const lines: string[] = [];
  for (const word of text.split(/[ \n]+/)) {
    const longer = `${lines[lines.length - 1]} ${word}`;
    if (lines.length > 0 && (context?.measureText(longer).width ?? 0) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

interface FigurePart {
  readonly height: number;
  readonly element: Element;
}

function text_piece(host: Element, text: string, kind: keyof typeof text_size, width: number): FigurePart {
  const { color } = getComputedStyle(host);
  const font_family = getComputedStyle(host).getPropertyValue('--sans').trim();
  const size = text_size[kind];
  const lines = wrap(text, width, `${size}px ${font_family}`);
  const rows = lines.map((line, row) => make('tspan', { x: 0, y: (row + 1) * text_line[kind] - 6 }, line));
  const style = { fill: plain_colour(color).colour, 'font-family': font_family, 'font-size': size };
  return { height: lines.length * text_line[kind], element: make('text', style, ...rows) };
}

/** A canvas is embedded as a PNG image. */
function canvas_piece(canvas: HTMLCanvasElement): FigurePart {
  const { clientWidth: width, clientHeight: height } = canvas;
  const image = { href: canvas.toDataURL('image/png'), width, height, preserveAspectRatio: 'none', 'image-rendering': 'pixelated' };
  return { height, element: make('image', image) };
}

function drawing_piece(drawing: SVGSVGElement): FigurePart {
  return { height: drawing.height.baseVal.value, element: make('g', {}, ...styled_content(drawing)) };
}

/** Converts `.plot_title`, `svg.plot` and canvas elements in page order; adds `title` if there is no `.plot_title`. */
function pieces_of(host: HTMLElement, { title, note }: FigureText, width: number): FigurePart[] {
  const found = Array.from(host.querySelectorAll<HTMLElement | SVGSVGElement>('.plot_title, svg.plot, canvas'));
  const titled = found.some((element) => element.classList.contains('plot_title'));
  const parts = found.map((element) => {
    if (element instanceof HTMLCanvasElement) return canvas_piece(element);
    return element instanceof SVGSVGElement ? drawing_piece(element) : text_piece(element, element.textContent, 'title', width);
  });
  const first = titled ? [] : [text_piece(host, title, 'title', width)];
  return [...first, ...parts, ...(note === undefined ? [] : [text_piece(host, note, 'note', width)])];
}

const width_of = (drawing: Element) => (drawing instanceof SVGSVGElement ? drawing.width.baseVal.value : drawing.clientWidth);

/** Returns the figure in its current size, theme and language. */
export function svg_file(host: HTMLElement, words: FigureText): SvgFile {
  const widths = Array.from(host.querySelectorAll('svg.plot, canvas'), width_of);
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
