/**
 * Runs programs of other packages in processes of their own: some leave threads or services behind,
 * which would keep the process of the tests alive.
 */
import { execFileSync, spawn } from 'node:child_process';

const limit_ms = 600_000; // ends what hangs; no limit of a test ends execFileSync

/** Runs a program in a folder. @returns its output */
export const run_program = (
  cwd: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): string =>
  execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: 'pipe', timeout: limit_ms });

/** Runs a script with the Node that runs the tests. @returns its output */
export const run_script = (cwd: string, script: string, ...args: readonly string[]): string =>
  run_program(cwd, process.execPath, [script, ...args]);

/** A running server of a page. */
export interface Served {
  readonly address: string;
  close(): Promise<unknown>;
}

// Some servers print with colours.
// eslint-disable-next-line no-control-regex
const colours = /\u001b\[[\d;]*m/g;

/** Waits for the first answer: some servers print their address before they listen. */
async function answer_of(address: string): Promise<void> {
  const end = Date.now() + limit_ms;
  for (;;) {
    const answer = await fetch(address, { method: 'HEAD' }).catch((cause: unknown) => cause);
    if (answer instanceof Response) return;
    if (Date.now() > end) throw new Error(`${address} does not answer`, { cause: answer });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Starts a server and waits until the address that it prints, which ends with a port, answers. `close`
 * ends it with all processes that it has started.
 */
export async function start_server(
  cwd: string,
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Served> {
  const server = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const close = () => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL');
    return ended;
  };
  let printed = '';
  const address = await new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error(`${script} printed no address: ${printed}`));
    const timer = setTimeout(fail, limit_ms);
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text: Buffer) => {
        printed = (printed + text.toString()).replaceAll(colours, '');
        const [found] = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(printed) ?? [];
        if (found !== undefined) resolve(`${found}/`);
      });
    void ended.then(fail).finally(() => clearTimeout(timer));
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  await answer_of(address);
  return { address, close };
}
