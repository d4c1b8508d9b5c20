import type messages from './en.json';

declare module '../../../words/i18n.ts' {
  interface Catalogues {
    readonly proof: typeof messages;
  }
}
