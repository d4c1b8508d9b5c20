/**
 * The frames of the engines. A frame is reused from case to case, so that its code stays optimised,
 * as in a page that runs for long.
 */
import { engines } from '../engines/index.mjs';
import type { FrameApi } from './frame.ts';

export class Stable {
  readonly #frames = new Map<string, HTMLIFrameElement>();
  #threads = 0;

  /**
   * Returns the engine's frame. Another number of threads replaces all frames, because most engines
   * fix it at their start.
   */
  async frame(engine: string, threads: number): Promise<FrameApi> {
    if (threads !== this.#threads) this.#clear(threads);
    const present = this.#frames.get(engine) ?? (await this.#open(engine));
    const api = present.contentWindow?.race_frame;
    if (api === undefined) throw new Error('its frame did not start');
    return api;
  }

  /** Removes the engine's frame after a failure, and with it the engine's state. */
  drop(engine: string): void {
    this.#frames.get(engine)?.remove();
    this.#frames.delete(engine);
  }

  async #open(engine: string): Promise<HTMLIFrameElement> {
    const frame = document.createElement('iframe');
    frame.src = `frame.html?engine=${encodeURIComponent(engine)}`;
    if (engines[engine]?.isolated === false) frame.allow = "cross-origin-isolated 'none'";
    const loaded = new Promise((resolve) =>
      frame.addEventListener('load', resolve, { once: true }),
    );
    document.body.append(frame);
    await loaded;
    this.#frames.set(engine, frame);
    return frame;
  }

  #clear(threads: number): void {
    for (const engine of [...this.#frames.keys()]) this.drop(engine);
    this.#threads = threads;
  }
}
