import { single_file_address } from '#edition/addresses.ts';
import { CoreNotice } from './components/core_notice.tsx';
import { Header } from './components/header.tsx';
import { Hero } from './components/hero.tsx';
import { drawing, InTurn } from './components/in_turn.tsx';
import { Message } from './components/message.tsx';
import { current_language, t } from './i18n.ts';
import { panels } from './panels/index.ts';
import { store } from './store.ts';

function go_to(id: string) {
  return (event: Event) => {
    // The address carries the state, so it must not become "#id".
    event.preventDefault();
    const section = document.getElementById(id);
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  };
}

function Contents() {
  return (
    <nav class="contents" aria-label={t('page.contents')}>
      <ol>
        {panels.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={go_to(id)}>
              {t(title)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function AddressNotice() {
  if (!store.hash_refused.value) return null;
  return (
    <p class="notice" role="status">
      {t('page.address_refused')}
    </p>
  );
}

function SingleFile() {
  const address = single_file_address(current_language());
  if (address === undefined) return null;
  return (
    <a href={address} download="">
      {t('page.single_file')}
    </a>
  );
}

export function App() {
  return (
    <>
      <a class="skip_link" href="#main" onClick={go_to('main')}>
        {t('page.skip')}
      </a>
      <Header />
      <main id="main" class="page" tabIndex={-1}>
        <Hero />
        <CoreNotice />
        <AddressNotice />
        <Contents />
        <div class="panels" aria-busy={drawing}>
          {panels.map(({ id, title, Panel }, index) => (
            <InTurn key={id} index={index}>
              <section id={id} class="panel" aria-labelledby={`${id}_title`} tabIndex={-1}>
                <h2 id={`${id}_title`}>{t(title)}</h2>
                <Panel />
              </section>
            </InTurn>
          ))}
        </div>
      </main>
      <footer class="footer">
        <p>
          <Message id="page.footer" /> <SingleFile />
        </p>
      </footer>
    </>
  );
}
