/** A page in WebKit, and places on it: the members of Playwright's that the tests share. */
import { expect } from '@playwright/test';
import type { Finder, Place, Role, RoleOptions } from '../place.ts';
import type { Command } from './driver.ts';

/** An element as WebDriver writes it in JSON. */
export interface Reference {
  readonly 'element-6066-11e4-a52e-4f735466cecf': string;
}
const path_of = (element: Reference) =>
  `/element/${element['element-6066-11e4-a52e-4f735466cecf']}`;

/** Elements among which those of a role are: the browser is asked for the role of each. */
const candidates: Readonly<Record<Role, string>> = {
  alert: '[role="alert"]',
  button: 'button',
  dialog: 'dialog, [role="dialog"]',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  radio: 'input[type="radio"], [role="radio"]',
  slider: 'input[type="range"], [role="slider"]',
  switch: '[role="switch"]',
  textbox: 'input, textarea',
};

/** Code points of WebDriver for keys without a character. */
const keys: Readonly<Record<string, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  ArrowRight: '\uE014',
};

function fits(label: string, { name, exact = false }: RoleOptions): boolean {
  const text = label.replace(/\s+/g, ' ').trim();
  if (name === undefined) return true;
  if (typeof name !== 'string') return name.test(text);
  return exact ? text === name : text.toLowerCase().includes(name.toLowerCase());
}

export class WebPage implements Finder<WebPlace> {
  constructor(readonly command: Command) {}

  async goto(address: string): Promise<void> {
    await this.command('POST', '/url', { url: address });
  }

  /**
   * Calls a function in the page; it sees nothing of the test but its arguments. An element is an
   * argument by itself: the driver finds none inside others.
   */
  async run<Args extends readonly unknown[], Result>(
    called: (...args: Args) => Result,
    ...args: { readonly [Index in keyof Args]: Args[Index] | Reference }
  ): Promise<Awaited<Result>> {
    const script = `return (${called.toString()})(...arguments);`;
    return (await this.command('POST', '/execute/sync', { script, args })) as Awaited<Result>;
  }

  /** Gives the page, without the browser's toolbar, a size. */
  async resize(width: number, height: number): Promise<void> {
    const toolbar = await this.run(() => outerHeight - innerHeight);
    const size = { width, height: height + toolbar };
    await this.command('POST', '/window/rect', size);
    await expect.poll(() => this.run(() => [innerWidth, innerHeight])).toEqual([width, height]);
  }

  /** Presses keys one after the other; those before the last one stay down until the end. */
  async press(...pressed: readonly string[]): Promise<void> {
    const values = pressed.map((key) => keys[key] ?? key);
    const actions = [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
    await this.command('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  locator(selector: string): WebPlace {
    return new WebPlace(this, () =>
      this.run((css) => Array.from(document.querySelectorAll(css)), selector).then(as_references),
    );
  }

  getByRole(role: Role, options?: RoleOptions): WebPlace {
    return this.locator('body').getByRole(role, options);
  }
}

/** The references of the elements that a function in the page has returned. */
const as_references = (elements: unknown) => elements as readonly Reference[];

export class WebPlace implements Place<WebPlace> {
  readonly #page: WebPage;
  readonly elements: () => Promise<readonly Reference[]>;

  constructor(page: WebPage, elements: () => Promise<readonly Reference[]>) {
    this.#page = page;
    this.elements = elements;
  }

  readonly page = () => this.#page;

  /** Uses the elements of now, again if one is replaced before it is used. */
  async #current<Result>(
    use: (elements: readonly Reference[]) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      try {
        return await use(await this.elements());
      } catch (error) {
        if (!String(error).includes('stale element reference')) throw error;
      }
    }
  }

  readonly #ask = <Result>(called: (...elements: Element[]) => Result) =>
    this.#current((elements) => this.#page.run(called, ...elements));

  locator(selector: string): WebPlace {
    const inside = (css: string, ...roots: readonly Element[]) =>
      roots.flatMap((root) => Array.from(root.querySelectorAll(css)));
    return new WebPlace(this.#page, async () =>
      as_references(await this.#current((roots) => this.#page.run(inside, selector, ...roots))),
    );
  }

  getByRole(role: Role, options: RoleOptions = {}): WebPlace {
    const visible = (...elements: readonly Element[]) =>
      elements.filter((element) => element.checkVisibility());
    const has_role = async (element: Reference) => {
      const ask = (what: string) => this.#page.command('GET', `${path_of(element)}/${what}`);
      if ((await ask('computedrole')) !== role) return false;
      return fits(String(await ask('computedlabel')), options);
    };
    const among = this.locator(candidates[role]);
    return new WebPlace(this.#page, () =>
      among.#current(async (all) => {
        const found: Reference[] = [];
        for (const element of as_references(await this.#page.run(visible, ...all)))
          if (await has_role(element)) found.push(element);
        return found;
      }),
    );
  }

  nth(index: number): WebPlace {
    return new WebPlace(this.#page, async () => (await this.elements()).slice(index, index + 1));
  }

  readonly first = () => this.nth(0);

  readonly count = () => this.#ask((...elements) => elements.length);

  async isVisible(): Promise<boolean> {
    return this.#ask((...[element]) => element?.checkVisibility() ?? false);
  }

  async allTextContents(): Promise<string[]> {
    return this.#ask((...elements) => elements.map(({ textContent }) => textContent ?? ''));
  }

  /** Waits for the element, and until it can be used. */
  async #use(act: (element: Reference) => Promise<unknown>): Promise<void> {
    await expect(async () => {
      const [element] = await this.elements();
      if (element === undefined) throw new Error('no such element');
      await act(element);
    }).toPass({ timeout: 180_000 });
  }

  readonly #click = (element: Reference) =>
    this.#page.command('POST', `${path_of(element)}/click`, {});

  readonly #type = (element: Reference, text: string) =>
    this.#page.command('POST', `${path_of(element)}/value`, { text });

  readonly click = () => this.#use(this.#click);

  /** Clicks on the label, where a reader clicks, too: the control itself may be drawn by it. */
  readonly check = () =>
    this.#use(async (element) => {
      const labels = (control: HTMLInputElement) => Array.from(control.labels ?? []);
      const [label] = as_references(await this.#page.run(labels, element));
      await this.#click(label ?? element);
      if (!(await this.#page.run((control: HTMLInputElement) => control.checked, element)))
        throw new Error('a click does not check the control');
    });

  readonly dispatchEvent = () =>
    this.#use((element) => this.#page.run((link: HTMLElement) => link.click(), element));

  readonly press = (key: string) => this.#use((element) => this.#type(element, keys[key] ?? key));

  readonly fill = (text: string) =>
    this.#use(async (element) => {
      await this.#page.command('POST', `${path_of(element)}/clear`, {});
      await this.#type(element, text);
    });
}
