// What goes wrong inside a worker of the page: text put before its script by the test server, below /failure/<name>/<id>/. `name` is
// that of the worker's service, which the failures of the lazy panels look at.

/** @param {string} code runs before any call is answered */
const in_services = (code) => `if (name !== 'page') { ${code} }\n`;

export const worker_failures = {
  /** As on phones that have no room for what is asked. */
  memory_refused: `WebAssembly.Memory = function () { throw new RangeError('could not allocate memory'); };\n`,
  memory_limited: `{
    const { Memory } = WebAssembly;
    WebAssembly.Memory = function (wanted) {
      if (wanted.maximum > 4096) throw new RangeError('could not allocate memory');
      return new Memory(wanted);
    };
  }\n`,
  /** An engine without the instructions of the two better builds, which are asked for by modules of a few dozen bytes. */
  no_simd: `{
    const { validate } = WebAssembly;
    WebAssembly.validate = (bytes) => bytes.byteLength > 100 && validate(bytes);
  }\n`,
  /** Memory that does not grow from the moment on at which the page says so. */
  no_growth: `{
    const { grow } = WebAssembly.Memory.prototype;
    let refused = false;
    new BroadcastChannel('growth').onmessage = ({ data }) => (refused = !data);
    WebAssembly.Memory.prototype.grow = function (pages) {
      if (refused) throw new RangeError('memory.grow refused');
      return grow.call(this, pages);
    };
  }\n`,
  /** Not a failure: tells how large its memory is. */
  measured_memory: `{
    const { Memory } = WebAssembly;
    const channel = new BroadcastChannel('memory');
    WebAssembly.Memory = function (wanted) {
      const memory = new Memory(wanted);
      channel.onmessage = ({ data }) => data === 'how much?' && channel.postMessage(memory.buffer.byteLength);
      return memory;
    };
  }\n`,
  /** Starts, hears, and never says anything. */
  service_silent: in_services(`Object.defineProperty(self, 'onmessage', { set() {} });`),
  /** Starts, and dies of the first question. */
  service_dies: in_services(`addEventListener('message', () => setTimeout(() => { throw new Error('died on purpose'); }));`),
  /** Does not come to its end. */
  service_stalls: in_services(`self.fetch = () => new Promise(() => {});`),
};
