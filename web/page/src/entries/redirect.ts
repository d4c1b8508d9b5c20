/**
 * Redirects the root page to a language: ?lang, else the saved choice, else the browser's
 * languages, else English.
 */
import { is_language, type Language } from '../words/languages.ts';
import { read_preference } from '../state/preferences.ts';

function choose_language(): Language {
  const requested = new URLSearchParams(location.search).get('lang');
  const candidates = [
    requested,
    read_preference('language'),
    ...navigator.languages.map((tag) => tag.split('-')[0]),
  ];
  return candidates.find(is_language) ?? 'en';
}

location.replace(`./${choose_language()}/${location.hash}`);
