/**
 * Serves the page with a script before all others that reports errors: WebDriver has no command
 * that reads the console.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve_copy, type CopyServer } from '../copy_server.ts';
import { all_answers, store_answers } from '../page_test.ts';

const reports = 'report-of-a-problem/';

/** Runs first in the page and in its workers. */
function watch(address: string): void {
  // Synchronous, so that a report has arrived before the next command of the test is carried out.
  const report = (text: string) => {
    const request = new XMLHttpRequest();
    request.open('GET', address + encodeURIComponent(text), false);
    request.send();
  };
  // Not with `capture` alone: what fails to load causes an error event that does not bubble.
  globalThis.addEventListener(
    'error',
    (event) => {
      const { message } = event as Partial<ErrorEvent>;
      const element = event.target instanceof Object ? (event.target as Partial<Element>) : {};
      report(`uncaught: ${message ?? element.outerHTML ?? 'an error event'}`);
    },
    true,
  );
  globalThis.addEventListener('unhandledrejection', ({ reason }) =>
    report(`rejected: ${String(reason)}`),
  );
  globalThis.addEventListener('securitypolicyviolation', (event) => {
    const { violatedDirective, blockedURI } = event;
    report(`policy: ${violatedDirective} ${blockedURI}`);
  });
  for (const level of ['error', 'warn'] as const) {
    const write = console[level].bind(console);
    console[level] = (...what: unknown[]) => {
      report(`console ${level}: ${what.map(String).join(' ')}`);
      write(...what);
    };
  }
}

/** Files of the page whose name ends so, with their paths. */
const files = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => ending.test(path));

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

export interface WatchedPage extends CopyServer {
  /** Errors, failed requests and policy violations so far. */
  readonly problems: string[];
}

export async function serve_watched(): Promise<WatchedPage> {
  const copy = await serve_copy();
  const problems: string[] = [];
  const { pathname } = new URL(copy.address);
  const call = (called: (text: string) => void, text: string) =>
    `(${called.toString()})(${JSON.stringify(text)});`;
  const script = call(watch, pathname + reports);
  const script_of_page = script + call(store_answers, all_answers);
  // Before the element with the policy, which applies to what follows it.
  for (const path of files(copy.folder, /index\.html$|embed\.html$/))
    edit(join(copy.folder, path), (text) =>
      text.replace('<head>', () => `<head><script>${script_of_page}</script>`),
    );
  for (const path of files(copy.folder, /worker-[^/]*\.js$/))
    edit(join(copy.folder, path), (text) => script + text);
  // One without events: the page's own would find files other than those that the build has listed.
  writeFileSync(join(copy.folder, 'service_worker.js'), '');
  copy.failure = (path) => {
    if (path.startsWith(reports)) {
      problems.push(decodeURIComponent(path.slice(reports.length)));
      return 204;
    }
    if (!existsSync(join(copy.folder, path))) problems.push(`status 404: ${path}`);
    return undefined;
  };
  return Object.assign(copy, { problems });
}
