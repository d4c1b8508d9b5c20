/**
 * The members of Playwright's Page and Locator that the smoke tests use. A class with the same
 * members drives WebKit (webkit/web_place.ts), so that the tests are written once.
 */
export type Role =
  'alert' | 'button' | 'dialog' | 'heading' | 'link' | 'radio' | 'slider' | 'switch' | 'textbox';

export interface RoleOptions {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
}

/** Where places are found: a page, or a place that contains others. */
export interface Finder<Self> {
  locator(selector: string): Self;
  getByRole(role: Role, options?: RoleOptions): Self;
}

export interface Place<Self> extends Finder<Self> {
  page(): Finder<Self>;
  first(): Self;
  nth(index: number): Self;
  count(): Promise<number>;
  isVisible(): Promise<boolean>;
  allTextContents(): Promise<string[]>;
  check(): Promise<void>;
  click(): Promise<void>;
  dispatchEvent(type: 'click'): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
}
