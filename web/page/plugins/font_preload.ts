import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The faces every page needs at first paint. Vietnamese adds its own subset of those that words are set in; code has none. */
function wanted(file: string, language: string): boolean {
  return (
    /^(source-s\w+-\d|jetbrains-mono)-latin-wght-normal[^/]*\.woff2$/.test(file) ||
    (language === 'vi' && /^source-s\w+-\d-vietnamese-wght-normal[^/]*\.woff2$/.test(file))
  );
}

/** Preloads the text faces, so that lines do not break again when they arrive. */
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
          .filter((file) => wanted(file.replace(/^.*\//, ''), language))
          .map((file): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `../${file}` },
            injectTo: 'head',
          }));
      },
    },
  };
}
