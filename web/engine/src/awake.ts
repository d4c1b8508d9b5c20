/** Keeps this thread from falling asleep for a moment: waking it takes longer than many a piece of work. */

/** As long as an application may take between two calls that follow each other, such as the steps of a decoder. */
const moment_ms = 1;

export class Awake {
  #channel: MessageChannel | undefined;
  #until = 0;

  /** Messages to ourselves, each a turn of the event loop in which another one may come in, until nothing has been asked for a moment. */
  stay(): void {
    this.#until = performance.now() + moment_ms;
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
