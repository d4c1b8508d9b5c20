/** Writes the computed styles of a drawing into its elements as presentation attributes, which every SVG viewer supports. */

const copied = [
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'shape-rendering',
] as const;
const copied_of_text = ['font-family', 'font-size', 'font-weight', 'text-anchor'] as const;

interface PlainColour {
  readonly colour: string;
  readonly opacity: number;
}

/** Returns a computed colour in SVG 1.1 notation and its opacity: not every viewer supports color(srgb …) or rgb(… / …). */
export function plain_colour(text: string): PlainColour {
  const srgb = text.startsWith('color(srgb');
  if (!srgb && !text.startsWith('rgb')) return { colour: text === 'transparent' ? 'none' : text, opacity: 1 };
  const [red = 0, green = 0, blue = 0, opacity = 1] = (text.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
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
  for (const { name } of Array.from(target.attributes)) if (/^(class|style|aria-|data-)/.test(name)) target.removeAttribute(name);
  if (source.localName === 'g') return;
  set_paint(target, style, 'fill');
  set_paint(target, style, 'stroke');
  const text = source.localName === 'text';
  const stroked = target.getAttribute('stroke') !== 'none';
  for (const property of [...copied, ...(text ? copied_of_text : [])]) {
    if (property.startsWith('stroke') && !stroked) continue;
    const value = style.getPropertyValue(property);
    if (!/^(|none|auto|normal|1)$/.test(value)) target.setAttribute(property, without_unit(value));
  }
  // The radius may be set in the style sheet.
  if (source.localName === 'circle') target.setAttribute('r', without_unit(style.getPropertyValue('r')));
}

/** Returns a copy of a drawing's children with their styles on the page as attributes. */
export function styled_content(drawing: SVGSVGElement): Element[] {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const targets = Array.from(copy.querySelectorAll('*'));
  for (const [place, source] of Array.from(drawing.querySelectorAll('*')).entries()) {
    const target = targets[place];
    if (target) write_style(source, target);
  }
  return Array.from(copy.children);
}
