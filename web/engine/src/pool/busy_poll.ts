/**
 * Keeps a thread's event loop busy for a short time after work, because waking a sleeping thread
 * takes longer than many pieces of work.
 */

/**
 * Duration in ms: longer than the time between consecutive calls of an application, for example the
 * steps of a decoder.
 */
const poll_ms = 1;

export class BusyPoll {
  #channel: MessageChannel | undefined;
  #until = 0;

  /**
   * Posts messages to itself until `poll_ms` after the last call; each lets the event loop process
   * other messages first.
   */
  start(): void {
    this.#until = performance.now() + poll_ms;
    if (this.#channel !== undefined) return;
    const channel = new MessageChannel();
    this.#channel = channel;
    channel.port1.onmessage = () => {
      if (performance.now() < this.#until) return channel.port2.postMessage(undefined);
      channel.port1.close();
      this.#channel = undefined;
    };
    channel.port2.postMessage(undefined);
  }
}
