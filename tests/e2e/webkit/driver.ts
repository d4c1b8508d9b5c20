/**
 * Starts WebKitGTK's MiniBrowser and controls it by the W3C protocol WebDriver: Playwright controls
 * no WebKit but its own. The protocol is JSON over HTTP, so `fetch` is the client.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BrowserOptions {
  /** Arguments of MiniBrowser. */
  readonly arguments: readonly string[];
  /** Settings of GTK, which the browser takes for the user's preferences. */
  readonly gtk: Readonly<Record<string, number>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Sends a command, and returns its result. */
export type Command = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<unknown>;

/** A window is as narrow as the narrowest toolbar, which must not be wider than a phone. */
const narrow_toolbar = '* { min-width: 0; padding: 0; margin: 0; border-width: 0; }';

/** Makes a folder with the settings of one browser. */
function make_home(gtk: BrowserOptions['gtk']): string {
  const home = mkdtempSync(join(tmpdir(), 'ffn-lab-webkit-'));
  const folder = join(home, 'gtk-3.0');
  mkdirSync(folder);
  const lines = Object.entries(gtk).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(folder, 'settings.ini'), ['[Settings]', ...lines, ''].join('\n'));
  writeFileSync(join(folder, 'gtk.css'), narrow_toolbar);
  return home;
}

async function free_port(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function commands_to(origin: string): Command {
  return async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { readonly value: unknown };
    if (response.ok) return value;
    const { error, message } = value as { readonly error: string; readonly message: string };
    throw new Error(`WebDriver ${path.replace(/.*\/session\/[^/]*/, '')}: ${error} ${message}`);
  };
}

/** Waits until the driver answers. */
async function driver_ready(command: Command): Promise<void> {
  for (;;) {
    try {
      return void (await command('GET', '/status'));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
}

/**
 * Calls `use` with a new browser, in a session that keeps nothing, and with the browser's version.
 */
export async function with_browser(
  { gtk, arguments: own, environment }: BrowserOptions,
  use: (command: Command, version: string) => Promise<void>,
): Promise<void> {
  const home = make_home(gtk);
  const port = await free_port();
  const executable = process.env.FFN_WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';
  const driver = spawn(executable, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, ...environment, XDG_CONFIG_HOME: home },
  });
  const ended = once(driver, 'exit').then(([code]) =>
    Promise.reject(new Error(`${executable} ended with exit code ${code}`)),
  );
  try {
    const command = commands_to(`http://127.0.0.1:${port}`);
    await Promise.race([driver_ready(command), ended]);
    const options = { 'webkitgtk:browserOptions': { args: ['--automation', ...own] } };
    const created = await command('POST', '/session', { capabilities: { alwaysMatch: options } });
    const { sessionId, capabilities } = created as Session;
    const session = `/session/${sessionId}`;
    await use(
      (method, path, body) => command(method, session + path, body),
      capabilities.browserVersion,
    );
    await command('DELETE', session);
  } finally {
    ended.catch(() => undefined);
    driver.kill();
    await ended.catch(() => undefined);
    rmSync(home, { recursive: true, force: true });
  }
}
