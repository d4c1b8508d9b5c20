import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { is_embed } from './first_paint.ts';

/** Returns the CSP source expression for an inline text. */
export const hash_of = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the hashes of the texts of all matching elements. */
const hashes = (html: string, element: RegExp) =>
  [...html.matchAll(element)].map(([, text = '']) => hash_of(text));

/** `worker`: sources of workers besides the page's own files. */
function policy(html: string, worker: string): string {
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes(html, /<script>([^]*?)<\/script>/g)].join(
      ' ',
    ),
    ["style-src 'self'", ...hashes(html, /<style>([^]*?)<\/style>/g)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `worker-src 'self'${worker}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types ffn-lab',
  ].join('; ');
}

/**
 * Adds the policy to the built pages. Not in development, where Vite's client needs inline styles
 * and a web socket.
 */
export function content_security_policy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) => [
        {
          tag: 'meta',
          attrs: {
            'http-equiv': 'Content-Security-Policy',
            // In a sandboxed frame a worker begins as a blob (src/compute/start_script.ts).
            content: policy(html, is_embed(path) ? ' blob:' : ''),
          },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
