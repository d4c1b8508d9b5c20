import { readFileSync } from 'node:fs';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';
import type * as StartPage from '../src/entries/start_page.tsx';
import type { Language } from '../src/words/languages.ts';
import { built, first_answer, here, read_model_file } from './built_numbers.ts';
import { is_embed } from './first_paint.ts';
import { site_address } from './site_address.ts';
import { step_titles } from './step_titles.ts';

function escape_html(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

/**
 * Stands for the parts of a browser that the page's modules read when they are loaded. A real
 * MessageChannel would keep the build from ending.
 */
const browser_globals = {
  location: { hash: '', pathname: '/', search: '' },
  MessageChannel: class {
    readonly port1 = { postMessage: () => undefined };
    readonly port2 = {};
  },
};

/**
 * Loads the components of the page as the browser does, with the import conditions of an edition.
 */
async function load_start_page(conditions: readonly string[]): Promise<typeof StartPage> {
  const own = Object.fromEntries(
    Object.keys(browser_globals).map((name) => [name, Reflect.get(globalThis, name) as unknown]),
  );
  Object.assign(globalThis, browser_globals);
  try {
    const { module } = await runnerImport<typeof StartPage>(here('src/entries/start_page.tsx'), {
      root: here('.'),
      configFile: false,
      logLevel: 'warn',
      plugins: [step_titles(), first_answer()],
      resolve: { conditions: [...conditions] },
    });
    return module;
  } finally {
    for (const [name, value] of Object.entries(own)) {
      if (value === undefined) Reflect.deleteProperty(globalThis, name);
      else Reflect.set(globalThis, name, value);
    }
  }
}

/** Renders the pictures of the steps with the core's numbers. */
const pictures_of = ({ render_pictures }: typeof StartPage): Promise<string> =>
  built('pictures', (lab) => render_pictures(lab, read_model_file));

/**
 * Returns a template with `{{app}}` replaced by the start page, `{{pictures}}` by the pictures of
 * the steps, and every other `{{key}}` by the language's message.
 */
function fill_template(template: string, language: Language, app = '', pictures = ''): string {
  const messages = JSON.parse(
    readFileSync(here(`src/words/messages/${language}.json`), 'utf8'),
  ) as Record<string, string>;
  const values: Record<string, string> = {
    ...messages,
    language,
    address: site_address(process.env['FFN_LAB_ADDRESS']),
  };
  return readFileSync(here(template), 'utf8').replace(
    /\{\{([\w.]+)\}\}/g,
    (_match, key: string) => {
      if (key === 'app') return app;
      if (key === 'pictures') return pictures;
      const value = values[key];
      if (value === undefined)
        throw new Error(`${template} asks for "${key}", which ${language}.json does not have`);
      return escape_html(value);
    },
  );
}

/**
 * Generates the pages /en/, /fr/ and /vi/ from template.html, and embed.html in each of these from
 * embed_template.html; `conditions`: import conditions of the edition.
 */
export function localized_html(conditions: readonly string[] = []): Plugin {
  let start_page: Promise<typeof StartPage> | undefined;
  return {
    name: 'localized-html',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, context) {
        const [, language] = /^\/(en|fr|vi)\//.exec(context.path) ?? [];
        if (language === undefined) return html;
        if (is_embed(context.path))
          return fill_template('embed_template.html', language as Language);
        start_page ??= load_start_page(conditions);
        return fill_template(
          'template.html',
          language as Language,
          (await start_page).render_start_page(language as Language),
          await pictures_of(await start_page),
        );
      },
    },
  };
}
