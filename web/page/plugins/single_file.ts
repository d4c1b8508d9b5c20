/**
 * Builds the page as one HTML file that can be opened from disk, with scripts, styles, fonts,
 * worker and core inlined. Its Content Security Policy allows the inline scripts and styles by
 * their hashes.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { hash_of } from './content_security_policy.ts';
import { in_script, in_style, text_of } from './first_paint.ts';

function policy(scripts: readonly string[], style: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hash_of).join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${hash_of(style)}`,
    'img-src data:',
    'font-src data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types ffn-lab',
  ].join('; ');
}

/**
 * Inlines the icon, points the language links to the other single files, and omits the preview and
 * what belongs to an installed page,
 * before Vite resolves them.
 */
function inline_icon_and_links(html: string): string {
  const icon = `data:image/svg+xml;base64,${readFileSync(new URL('../public/favicon.svg', import.meta.url)).toString('base64')}`;
  return html
    .replace('"/favicon.svg"', `"${icon}"`)
    .replace(/ *<link rel="(?:apple-touch-icon|manifest)"[^>]*>\n/g, '')
    .replace(/ *<meta (?:vite-ignore )?(?:property="og:|name="twitter:)[^>]*>\n/g, '')
    .replace(/ *<link vite-ignore rel="alternate" hreflang="x-default"[^>]*>\n/, '')
    .replace(
      /<link vite-ignore( rel="alternate" hreflang="(\w+)") href="[^"]*"/g,
      '<link$1 href="./ffn-lab.$2.html"',
    );
}

/** Returns `html` with the files that Vite has emitted inlined. */
function inline_assets(html: string, script: string, style: string, worker: string): string {
  const theme = /<script>([^]*?)<\/script>/.exec(html)?.[1] ?? '';
  const meta = policy([theme, script], style);
  const inlined = html
    .replace(/ *<link rel="(?:stylesheet|modulepreload)"[^>]*>\n?/g, '')
    .replace(/ *<script type="module"[^>]*><\/script>\n?/, '')
    .replace(
      '<meta charset',
      () => `<meta http-equiv="Content-Security-Policy" content="${meta}">\n    <meta charset`,
    )
    .replace('</head>', () => `<style>${style}</style>\n  </head>`)
    .replace(
      '</body>',
      () =>
        `  <script type="text/plain" id="worker_script">${worker}</script>\n    <script type="module">${script}</script>\n  </body>`,
    );
  const outside = /<(?:script|link|img)[^>]*\s(?:src|href)="(?!data:|\.\/ffn-lab\.)[^"]*"/.exec(
    inlined,
  );
  if (outside !== null)
    throw new Error(`the single file asks for something outside itself: ${outside[0]}`);
  return inlined;
}

/** Emits ffn-lab.LANGUAGE.html; `worker` builds the worker as one classic script. */
export function single_file(language: string, worker: () => Promise<string>): Plugin {
  return {
    name: 'single-file',
    enforce: 'post',
    transformIndexHtml: { order: 'pre', handler: inline_icon_and_links },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const only = (ending: string) => {
          const found = Object.values(bundle).filter(({ fileName }) => fileName.endsWith(ending));
          if (found[0] === undefined || found.length > 1)
            throw new Error(`expected one file ${ending}, found ${found.length}`);
          return text_of(found[0]);
        };
        const style = in_style(only('.css'));
        const source = inline_assets(
          only('.html'),
          in_script(only('.js')),
          style,
          in_script(await worker()),
        );
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({ type: 'asset', fileName: `ffn-lab.${language}.html`, source });
      },
    },
  };
}
