import { language_address } from '#edition/addresses.ts';
import { current_language, t } from '../i18n.ts';
import { autonyms, languages } from '../languages.ts';
import { choose_theme, save_preference, theme, themes } from '../preferences.ts';
import { help_open } from '../page_keys.ts';
import { hash } from '../store.ts';
import { Choice } from './choice.tsx';

function Languages() {
  return (
    <nav aria-label={t('page.language')} class="languages">
      <ul>
        {languages.map((language) => (
          <li key={language}>
            <a
              href={`${language_address(language)}${hash.value}`}
              lang={language}
              hreflang={language}
              aria-current={language === current_language() ? 'page' : undefined}
              onClick={() => save_preference('language', language)}
            >
              {autonyms[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Header() {
  return (
    <header class="header">
      <p class="wordmark">FFN Lab</p>
      <Languages />
      <Choice
        quiet
        legend={t('page.theme')}
        options={themes.map((name) => ({ name, label: t(`page.theme_${name}`) }))}
        value={theme.value}
        on_choose={choose_theme}
      />
      <button type="button" class="button header_button" aria-haspopup="dialog" onClick={() => (help_open.value = true)}>
        {t('keys.button')} <kbd aria-hidden="true">?</kbd>
      </button>
    </header>
  );
}
