import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { step_titles_in } from './step_titles.ts';

const source = (path: string) => new URL(`../${path}`, import.meta.url);

function escape_html(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** Removes the tags of a message, which only the page's scripts turn into elements. */
const plain_text = (message: string) => message.replace(/<\/?\w+>/g, '');

/** Returns template.html with each `{{key}}` replaced by the language's message. */
function fill_template(language: string): string {
  const own = JSON.parse(readFileSync(source(`src/words/messages/${language}.json`), 'utf8')) as Record<string, string>;
  const messages = { ...own, ...step_titles_in(language) } as Record<string, string>;
  const template = readFileSync(source('template.html'), 'utf8');
  // All sections except the glossary are steps.
  const steps = (template.match(/<h2>/g)?.length ?? 0) - 1;
  const estimate = messages['guide.estimate']?.replace('{steps}', String(steps)) ?? '';
  const values: Record<string, string> = { ...messages, 'guide.estimate': estimate, language };
  return template.replace(/\{\{([\w.]+)\}\}/g, (_match, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`template.html asks for "${key}", which ${language}.json does not have`);
    return escape_html(plain_text(value));
  });
}

/** Generates the pages /en/, /fr/ and /vi/ from template.html. */
export function localized_html(): Plugin {
  return {
    name: 'localized-html',
    transformIndexHtml: {
      order: 'pre',
      handler(html, context) {
        const language = /^\/(en|fr|vi)\//.exec(context.path)?.[1];
        return language === undefined ? html : fill_template(language);
      },
    },
  };
}
