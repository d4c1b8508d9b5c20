import { language_address } from '#edition/page.ts';
import { current_language, t } from '../words/i18n.ts';
import { autonyms, languages } from '../words/languages.ts';
import { choose_theme, save_preference, theme, themes } from '../state/preferences.ts';
import { help_open } from './page_keys.tsx';
import { hash } from '../state/store.ts';
import { enter_teacher_mode } from './teach_bar.tsx';
import { Button } from '../controls/button.tsx';
import { Choice } from '../controls/choice.tsx';

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

/** Theme, teacher mode and shortcuts: in the header, on a phone in the footer. */
export const PageTools = () => (
  <div class="page_tools">
    <Choice
      legend={t('page.theme')}
      values={themes}
      label={(name) => t(`page.theme_${name}`)}
      value={theme.value}
      on_choose={choose_theme}
      quiet
    />
    <div class="header_tools">
      <Button text={t('teach.enter')} class="header_button" on_click={enter_teacher_mode} />
      <button
        type="button"
        class="button header_button"
        aria-haspopup="dialog"
        onClick={() => (help_open.value = true)}
      >
        {t('keys.button')} <kbd aria-hidden="true">?</kbd>
      </button>
    </div>
  </div>
);

export function Header() {
  return (
    <header class="header">
      <p class="wordmark">
        <a href="#start" aria-label={t('page.home')}>
          FFN Lab
        </a>
      </p>
      <Languages />
      <PageTools />
    </header>
  );
}
