/** The root page: ?lang, then the saved choice, then the browser's languages, then English. */
import { is_language } from './languages.ts';
import type { Language } from './languages.ts';
import { read_preference } from './preferences.ts';

function choose_language(): Language {
  const asked = new URLSearchParams(location.search).get('lang');
  const candidates = [asked, read_preference('language'), ...navigator.languages.map((tag) => tag.split('-')[0])];
  return candidates.find(is_language) ?? 'en';
}

location.replace(`./${choose_language()}/${location.hash}`);
