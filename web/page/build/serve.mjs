#!/usr/bin/env node
// Serves web/page/dist on 127.0.0.1 until interrupted. `--port N`, default 4173; a port in use is
// an error.
import { fileURLToPath } from 'node:url';
import { serve_static } from './static_server.mjs';

const host = '127.0.0.1';
const default_port = 4173;

function stop_with(message) {
  console.error(`serve: ${message}`);
  process.exit(1);
}

/** @returns {number} the port given in the arguments */
function port_of(args) {
  let port = default_port;
  for (let index = 0; index < args.length; index++) {
    const [name, inline] = args[index].split(/=(.*)/s);
    if (name !== '--port')
      stop_with(`unknown argument "${args[index]}"; the only option is --port N.`);
    const text = inline ?? args[++index] ?? '';
    port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
    if (port < 1 || port > 65535)
      stop_with(`--port is "${text}"; expected a number from 1 to 65535.`);
  }
  return port;
}

const port = port_of(process.argv.slice(2));
const server = serve_static(fileURLToPath(new URL('../dist', import.meta.url)));
server.once('error', (error) => {
  const busy = error.code === 'EADDRINUSE';
  stop_with(
    busy
      ? `port ${port} is already in use; choose another one with --port N.`
      : `cannot start: ${error.message}`,
  );
});
server.listen(port, host, () => console.log(`FFN Lab: http://${host}:${port}/`));

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    // Closes keep-alive connections, for which `close` would wait.
    server.closeAllConnections();
    server.close(() => process.exit(0));
  });
}
