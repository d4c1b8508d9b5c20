/** The command web/serve, with a built page. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const command = fileURLToPath(new URL('../../web/serve', import.meta.url));

interface Outcome {
  readonly status: number | null;
  readonly text: string;
}

/** Runs web/serve; `when_serving` is called once with the printed address. */
function serve(
  args: string[],
  when_serving?: (address: string, stop: (signal: NodeJS.Signals) => void) => Promise<void>,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    let called = false;
    const collect = (chunk: Buffer) => {
      text += chunk.toString();
      const address = /FFN Lab: (http:\S+)/.exec(text)?.[1];
      if (address === undefined || called) return;
      called = true;
      when_serving?.(address, (signal) => child.kill(signal)).catch((error: unknown) => {
        child.kill('SIGKILL');
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', (status) => resolve({ status, text }));
    child.on('error', reject);
  });
}

/** Calls `use` with a port that is free or in use. */
async function with_port<Result>(
  busy: boolean,
  use: (port: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  if (!busy) await close();
  try {
    return await use(String(port));
  } finally {
    if (busy) await close();
  }
}

describe('web/serve', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'serves the page in every language and stops cleanly on %s',
    async (signal) => {
      const outcome = await with_port(false, (port) =>
        serve(['--port', port], async (address, stop) => {
          expect(address).toBe(`http://127.0.0.1:${port}/`);
          for (const path of ['', 'en/', 'fr/', 'vi/'])
            expect((await fetch(address + path)).status).toBe(200);
          expect((await fetch(`${address}nowhere`)).status).toBe(404);
          stop(signal);
        }),
      );
      expect(outcome.status).toBe(0);
    },
  );

  it('compresses, sends cache headers, and serves files of its folder only', async () => {
    await with_port(false, (port) =>
      serve(['--port', port], async (address, stop) => {
        const page = await fetch(`${address}en/`, {
          headers: { 'accept-encoding': 'gzip, deflate, br' },
        });
        expect(page.headers.get('content-encoding')).toBe('br');
        expect(page.headers.get('cache-control')).toBe('no-cache');
        const script = /src="\.\.\/(assets\/[^"]+)"/.exec(await page.text())?.[1] ?? '';
        const asset = await fetch(address + script, { headers: { 'accept-encoding': 'gzip' } });
        expect(asset.headers.get('content-encoding')).toBe('gzip');
        expect(asset.headers.get('cache-control')).toContain('immutable');
        const tag = page.headers.get('etag') ?? '';
        const again = await fetch(`${address}en/`, {
          headers: { 'accept-encoding': 'br', 'if-none-match': tag },
        });
        expect(again.status).toBe(304);
        expect((await fetch(`${address}en`)).url).toBe(`${address}en/`);
        for (const path of ['..%2fpackage.json', '%2e%2e/package.json', '%', '%00'])
          expect((await fetch(address + path)).status).toBe(404);
        stop('SIGTERM');
      }),
    );
  });

  it('reports that a port is in use', async () => {
    await with_port(true, async (port) => {
      const { status, text } = await serve(['--port', port]);
      expect(text).toContain(`port ${port} is already in use; choose another one with --port N.`);
      expect(status).toBe(1);
    });
  });

  it.each([
    [['--port', 'abc'], '--port is "abc"; expected a number from 1 to 65535.'],
    [['--port', '70000'], '--port is 70000; expected a number from 1 to 65535.'],
    [['--port=0'], '--port is 0; expected a number from 1 to 65535.'],
    [['--port'], '--port needs a number from 1 to 65535.'],
    [['--prot', '80'], 'unknown argument: --prot'],
  ])('refuses %j', async (args, message) => {
    const { status, text } = await serve(args);
    expect(text).toContain(message);
    expect(status).toBe(1);
  });

  it('prints its usage', async () => {
    const { status, text } = await serve(['--help']);
    expect(text).toContain('usage: web/serve [--port N]');
    expect(status).toBe(0);
  });
});
