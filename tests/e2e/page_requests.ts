/** The requests of a page: which of them run, and which belong to a page that was left. */
import type { Page, Request } from '@playwright/test';

export interface PageRequests {
  /**
   * Whether a request belongs to a page that is being left, or was left before it ended: Firefox
   * sends what the service worker still answers to the network then, which fails offline.
   */
  readonly is_left: (request: Request) => boolean;
  /** Waits until the page and its workers have requested nothing for a second. */
  readonly quiet: () => Promise<void>;
}

const quiet_ms = 1000;
const look_ms = 50;

export function watch_requests(page: Page): PageRequests {
  const running = new Set<Request>();
  const left = new Set<Request>();
  let leaving = false;
  let last = Date.now();
  const end = (request: Request) => {
    running.delete(request);
    last = Date.now();
  };
  page.on('request', (request) => {
    last = Date.now();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      leaving = true;
      for (const other of running) left.add(other);
    } else {
      running.add(request);
      if (leaving) left.add(request);
    }
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    leaving = false;
    for (const request of left) running.delete(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const quiet = async () => {
    while (running.size > 0 || Date.now() - last < quiet_ms)
      await new Promise((resolve) => setTimeout(resolve, look_ms));
  };
  return { is_left: (request) => left.has(request), quiet };
}
