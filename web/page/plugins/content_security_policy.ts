import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Returns the CSP source expression for an inline text. */
export const hash_of = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the hashes of the texts of all matching elements. */
const hashes = (html: string, element: RegExp) =>
  [...html.matchAll(element)].map(([, text = '']) => hash_of(text));

function policy(html: string): string {
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes(html, /<script>([^]*?)<\/script>/g)].join(
      ' ',
    ),
    ["style-src 'self'", ...hashes(html, /<style>([^]*?)<\/style>/g)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
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
      handler: (html) => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policy(html) },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
