// Actions of a random user, chosen by a seeded generator.
import { hashes, texts } from './inputs.mjs';

/**
 * Returns every visible and enabled control in a part of the page, except links away from the page
 * and file inputs.
 */
function controls_in(part) {
  const wanted =
    'button, summary, input, select, textarea, a[href], [role="slider"], [role="option"], [tabindex="0"], svg, canvas';
  return Array.from(part.querySelectorAll(wanted)).filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    const leads_away = element.matches('a') && !element.getAttribute('href').startsWith('#');
    const visible =
      width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    return visible && !element.disabled && !leads_away && element.type !== 'file';
  });
}

const kind_of = (element) => {
  if (element.matches('input')) return element.type;
  if (element.matches('[role="slider"]')) return 'keys';
  return element.matches('svg, canvas, select, textarea, button, summary, a')
    ? element.localName
    : 'keys';
};

const short_timeout = { timeout: 1500 };
const arrows = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'Enter',
  'Escape',
];

async function press_some(page, random, names) {
  for (let left = random.between(1, 6); left > 0; left--)
    await page.keyboard.press(random.one_of(names));
}

async function drag(page, random, element) {
  const box = await element.boundingBox();
  if (box === null) return;
  // The element may be larger than the window or have moved; the pointer must stay inside the
  // window.
  const { width, height } = page.viewportSize();
  const inside = (at, size) => Math.min(size - 1, Math.max(0, at));
  const place = () => [
    inside(box.x + random.next() * box.width, width),
    inside(box.y + random.next() * box.height, height),
  ];
  await page.mouse.move(...place());
  if (random.chance(0.6)) await page.mouse.down();
  for (let left = random.between(1, 6); left > 0; left--) await page.mouse.move(...place());
  await page.mouse.up();
}

async function slide(page, random, element) {
  const [least, most] = await element.evaluate(({ min, max }) => [Number(min), Number(max)]);
  const steps = random.chance(0.7) ? 1 : 12;
  for (let left = steps; left > 0; left--) {
    const value = least + random.next() * (most - least);
    await element.evaluate((input, wanted) => {
      input.value = String(wanted);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }, value);
  }
}

async function type(page, random, element) {
  await element.fill(random.one_of(texts), short_timeout);
  if (random.chance(0.7)) await page.keyboard.press(random.one_of(['Enter', 'Tab', 'Escape']));
}

const click = (page, random, element) =>
  element.click({ ...short_timeout, ...(random.chance(0.1) ? { clickCount: 2 } : {}) });

const uses = {
  range: slide,
  text: type,
  search: type,
  number: type,
  textarea: type,
  svg: drag,
  canvas: drag,
  radio: (page, random, element) => element.evaluate((input) => input.click()),
  checkbox: (page, random, element) => element.evaluate((input) => input.click()),
  select: async (page, random, element) => {
    const count = await element.evaluate(({ options }) => options.length);
    await element.selectOption({ index: random.below(count) }, short_timeout);
  },
  keys: async (page, random, element) => {
    await element.focus(short_timeout);
    await press_some(page, random, arrows);
  },
};

/**
 * Resizes the window. Moves the pointer into it, because the driver sends no wheel events outside
 * the window.
 */
async function resize(page, random) {
  const [width, height] = [random.one_of(widths), random.between(500, 1000)];
  await page.setViewportSize({ width, height });
  await page.mouse.move(width / 2, height / 2);
}

/** Returns a description of a control for the log. */
const described = (element) =>
  `${element.localName} ${element.id || element.name || element.getAttribute('class') || ''} "${element.textContent.trim().slice(0, 40)}" in ${element.closest('section[id], dialog')?.id ?? ''}`;

/** Uses one control of one part of the page. */
async function use_control(page, random, record) {
  const dialog = page.locator('dialog[open]');
  const parts =
    (await dialog.count()) > 0
      ? dialog
      : page.locator(
          '.course > *, main > *:not(.course), header, footer, .teach_bar, .provenance_card',
        );
  const part = parts.nth(random.below(Math.max(1, await parts.count())));
  const found = await part.evaluateHandle(controls_in, undefined, short_timeout);
  const count = await found.evaluate(({ length }) => length);
  if (count === 0) return await found.dispose();
  const element = (
    await found.evaluateHandle((all, place) => all[place], random.below(count))
  ).asElement();
  try {
    const kind = await element.evaluate(kind_of);
    record(`${kind}: ${await element.evaluate(described)}`);
    await element.evaluate((target) =>
      target.scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
    await (uses[kind] ?? click)(page, random, element);
  } finally {
    await Promise.all([element.dispose(), found.dispose()]);
  }
}

const page_keys = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '/',
  '?',
  'j',
  'k',
  'n',
  'g',
  'r',
  ' ',
  '.',
  ',',
  'Escape',
  ...arrows,
];

const widths = [320, 390, 768, 1024, 1440];

/**
 * Runs in the page: chooses a file in a file input, or drops it on a part of the page. The driver
 * is not used for this, because it retains every element to which it has given a file, with its
 * document.
 */
function take_file({ name, text, target, drop }) {
  const transfer = new DataTransfer();
  transfer.items.add(
    new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name),
  );
  const places = document.querySelectorAll(
    drop ? '.checkpoint, #main, .file_button' : 'input[type="file"]',
  );
  const place = places[Math.floor(target * places.length)] ?? document.body;
  if (place.matches('input')) {
    place.files = transfer.files;
    return void place.dispatchEvent(new Event('change', { bubbles: true }));
  }
  for (const type of ['dragover', 'drop'])
    place.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }),
    );
}

function give_file(page, random, files, record) {
  const { name, buffer } = random.one_of(files);
  const how = {
    name,
    text: buffer.toString('base64'),
    target: random.next(),
    drop: random.chance(0.3),
  };
  record(`${how.drop ? 'dropped' : 'chosen'}: ${name}`);
  return page.evaluate(take_file, how);
}

/**
 * Returns the actions with their weights. @param {{ name: string, buffer:
 * import('node:buffer').Buffer }[]} files
 */
export function make_actions(page, random, files, record) {
  const evaluate = (act, argument) => page.evaluate(act, argument);
  return {
    control: { weight: 60, run: () => use_control(page, random, record) },
    keys: { weight: 8, run: () => press_some(page, random, page_keys) },
    tabs: { weight: 3, run: () => press_some(page, random, ['Tab', 'Tab', 'Shift+Tab', 'Enter']) },
    scroll: { weight: 5, run: () => page.mouse.wheel(0, random.between(-3000, 3000)) },
    hash: {
      weight: 4,
      run: () => evaluate((hash) => void (location.hash = hash), random.one_of(hashes)),
    },
    // Goes back only through entries that this document has added: another document would be
    // another visit.
    back: {
      weight: 2,
      run: () =>
        evaluate(
          () => (globalThis.soak_steps ?? 0) > 0 && (globalThis.soak_steps--, history.back()),
        ),
    },
    forward: { weight: 1, run: () => evaluate(() => history.forward()) },
    file: { weight: 4, run: () => give_file(page, random, files, record) },
    size: { weight: 1, run: () => resize(page, random) },
    motion: {
      weight: 1,
      run: () =>
        page
          .emulateMedia({ reducedMotion: random.one_of(['reduce', 'no-preference']) })
          .catch(() => undefined),
    },
    wait: { weight: 2, run: () => page.waitForTimeout(random.between(50, 800)) },
  };
}
