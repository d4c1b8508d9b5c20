import { single_file_address } from '#edition/addresses.ts';
import { CoreNotice } from './components/core_notice.tsx';
import { Guide } from './components/guide.tsx';
import { Header } from './components/header.tsx';
import { announced } from './announcer.ts';
import { Hero } from './components/hero.tsx';
import { JumpDialog } from './components/jump_dialog.tsx';
import { KeysDialog } from './components/keys_dialog.tsx';
import { Deferred } from './components/deferred.tsx';
import { Message } from './components/message.tsx';
import { PanelSection } from './components/panel_section.tsx';
import { ProvenanceCard } from './components/provenance_card.tsx';
import { StepEnd } from './components/step_end.tsx';
import { TeachBar } from './components/teach_bar.tsx';
import { current_language, t } from './i18n.ts';
import { go_to } from './navigate.ts';
import { panels } from './panels/index.ts';
import { store } from './store.ts';

/** Focuses the main element without following the link: the hash holds the page's state and must not become "#main". */
function skip(event: Event): void {
  event.preventDefault();
  go_to('main');
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

function Panels() {
  return (
    <div class="panels">
      {panels.map(({ id, title, Panel }, index) => (
        <PanelSection key={id} id={id} title={t(title)} index={index}>
          <Panel />
          <StepEnd name={id} />
        </PanelSection>
      ))}
    </div>
  );
}

/** `on_rendered` is called once the sections of all panels are in the document. */
export function App({ on_rendered }: { readonly on_rendered: () => void }) {
  return (
    <>
      <a class="skip_link" href="#main" onClick={skip}>
        {t('page.skip')}
      </a>
      <Header />
      <main id="main" class="page" tabIndex={-1}>
        <Hero />
        <CoreNotice />
        <AddressNotice />
        <Deferred>
          <Guide />
        </Deferred>
        <Deferred on_rendered={on_rendered}>
          <Panels />
        </Deferred>
      </main>
      <Deferred>
        <ProvenanceCard />
        <TeachBar />
        <KeysDialog />
        <JumpDialog />
        <p class="visually_hidden" role="status">
          {announced.value}
        </p>
        <footer class="footer">
          <p>
            <Message id="page.footer" /> <SingleFile />
          </p>
        </footer>
      </Deferred>
    </>
  );
}
