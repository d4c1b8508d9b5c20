/** Pages of another origin that frame the built page. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from '@playwright/test';
import { serve_static } from '../../web/page/build/static_server.mjs';
import { expect } from './page_test.ts';

const dist = fileURLToPath(new URL('../../web/page/dist', import.meta.url));

const iframe = (address: string, more: string) =>
  `<iframe src="${address.replaceAll('&', '&amp;')}" title="figure" width="100%" height="200" ${more}></iframe>`;

/** How other pages frame an address. */
export const framings = {
  plain: (address: string) => iframe(address, 'style="border: 0"'),
  sandboxed: (address: string) => iframe(address, 'sandbox="allow-scripts" style="border: 0"'),
  // The output cell of a notebook with the HTML that IPython.display.IFrame makes.
  notebook: (address: string) =>
    `<div class="jp-OutputArea-output jp-RenderedHTMLCommon" style="overflow: auto">
        <iframe
            width="100%"
            height="200"
            src="${address}"
            frameborder="0"
            allowfullscreen
            
        ></iframe>
        </div>`,
} as const;
export type Framing = keyof typeof framings;

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** Collects the messages of its frames. */
const collect = `<script>
  globalThis.messages = [];
  addEventListener('message', ({ data }) => messages.push(data));
</script>`;

export interface EmbedHost {
  /** Address of the built page, with the headers that web/page/build/headers.mjs says. */
  readonly site: string;
  /** Address of a page on another origin with this body. */
  with_body(body: string): string;
  stop(): void;
}

export async function start_host(): Promise<EmbedHost> {
  const site = serve_static(dist);
  const bodies: string[] = [];
  const host = createServer((request, response) => {
    const body = bodies[Number(request.url?.slice(1))];
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    });
    response.end(
      `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><body style="margin: 0">${collect}${body}`,
    );
  });
  const [site_port, host_port] = [await listening(site), await listening(host)];
  return {
    site: `http://127.0.0.1:${site_port}`,
    with_body: (body) => `http://localhost:${host_port}/${bodies.push(body) - 1}`,
    stop() {
      for (const server of [site, host]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** Waits for the frame of the host's page. */
export async function framed(page: Page): Promise<Frame> {
  await expect.poll(() => page.frames().length).toBe(2);
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('the host has no frame');
  return frame;
}

/** Waits until the figure is the only one that is shown. */
export async function figure_alone(frame: Pick<Frame, 'locator'>, name: string): Promise<void> {
  await expect(frame.locator(`.embed_alone [data-figure="${name}"]`).first()).toBeVisible();
  await expect(frame.locator('[data-figure]:visible')).toHaveCount(1);
  await expect(frame.locator('.embed_alone [aria-busy="true"]:visible')).toHaveCount(0);
}

/** Returns the heights that the frame has posted. */
export const heights = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { messages: { type?: string; height?: number }[] }).messages
      .filter(({ type }) => type === 'ffn-lab:height')
      .map(({ height }) => height),
  );

/** Height of what a frame shows. */
export const body_height = (frame: Frame): Promise<number> =>
  frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
