import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Returns true for the fonts of the text, which comes first; Vietnamese pages also need the
 * Vietnamese subsets.
 */
const is_needed = (file: string, language: string): boolean =>
  /^source-s\w+-\d-latin-wght-normal[^/]*\.woff2$/.test(file) ||
  (language === 'vi' && /^source-s\w+-\d-vietnamese-wght-normal[^/]*\.woff2$/.test(file));

/** Preloads the text fonts, so that lines do not re-wrap when the fonts arrive. */
export function font_preload(): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const language = /^\/(en|fr|vi)\//.exec(context.path)?.[1];
        if (language === undefined) return [];
        return Object.keys(context.bundle ?? {})
          .filter((file) => is_needed(file.replace(/^.*\//, ''), language))
          .map((file): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: `../${file}`,
            },
            injectTo: 'head',
          }));
      },
    },
  };
}
