import { without_joiners } from '../words/line_breaks.ts';

/** Copies a text; rejects if the page may not use the clipboard. */
export const write_clipboard = (text: string): Promise<void> =>
  navigator.clipboard.writeText(without_joiners(text));
