/** The frames of the engines: one for each, kept from case to case, so that code stays optimised as in a page that goes on living. */
import type { FrameApi } from './frame.ts';

export class Stable {
  readonly #frames = new Map<string, HTMLIFrameElement>();
  #threads = 0;

  /** The engine's frame. With another number of threads all frames are new: most engines choose it once. */
  async frame(engine: string, threads: number): Promise<FrameApi> {
    if (threads !== this.#threads) this.#clear(threads);
    const present = this.#frames.get(engine) ?? (await this.#open(engine));
    const api = present.contentWindow?.race_frame;
    if (api === undefined) throw new Error('its frame did not start');
    return api;
  }

  /** After a failure: whatever the engine has left behind goes with its frame. */
  drop(engine: string): void {
    this.#frames.get(engine)?.remove();
    this.#frames.delete(engine);
  }

  async #open(engine: string): Promise<HTMLIFrameElement> {
    const frame = document.createElement('iframe');
    frame.src = `frame.html?engine=${encodeURIComponent(engine)}`;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
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
