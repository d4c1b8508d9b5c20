// Failures injected into the page's workers: code that the test server puts before their scripts
// below /failure/<name>/<id>/. Inside the code, `name` is the name of the worker's service.

/**
 * Returns code that runs in the workers of lazy panels only. @param {string} code runs before the
 * worker handles a call
 */
const in_services = (code) => `if (name !== 'page') { ${code} }\n`;

export const worker_failures = {
  /** Memory cannot be allocated, as on phones with little memory. */
  memory_refused: `WebAssembly.Memory = function () { throw new RangeError('could not allocate memory'); };\n`,
  /** Memory with a maximum above 256 MB cannot be allocated. */
  memory_limited: `{
    const { Memory } = WebAssembly;
    WebAssembly.Memory = function (wanted) {
      if (wanted.maximum > 4096) throw new RangeError('could not allocate memory');
      return new Memory(wanted);
    };
  }\n`,
  /** An engine without SIMD: it rejects the probe modules of a few dozen bytes. */
  no_simd: `{
    const { validate } = WebAssembly;
    WebAssembly.validate = (bytes) => bytes.byteLength > 100 && validate(bytes);
  }\n`,
  /** Memory that stops growing when the page sends a message. */
  no_growth: `{
    const { grow } = WebAssembly.Memory.prototype;
    let refused = false;
    new BroadcastChannel('growth').onmessage = ({ data }) => (refused = !data);
    WebAssembly.Memory.prototype.grow = function (pages) {
      if (refused) throw new RangeError('memory.grow refused');
      return grow.call(this, pages);
    };
  }\n`,
  /** Not a failure: reports the size of the memory in bytes. */
  measured_memory: `{
    const { Memory } = WebAssembly;
    const channel = new BroadcastChannel('memory');
    WebAssembly.Memory = function (wanted) {
      const memory = new Memory(wanted);
      channel.onmessage = ({ data }) => data === 'how much?' && channel.postMessage(memory.buffer.byteLength);
      return memory;
    };
  }\n`,
  /** Starts, but never handles a message. */
  service_silent: in_services(`Object.defineProperty(self, 'onmessage', { set() {} });`),
  /** Starts, and throws after the first call. */
  service_dies: in_services(
    `addEventListener('message', () => setTimeout(() => { throw new Error('died on purpose'); }));`,
  ),
  /** Never finishes loading the core. */
  service_stalls: in_services(`self.fetch = () => new Promise(() => {});`),
};
