import { single_file_address } from '#edition/addresses.ts';
import { CoreNotice } from './shell/core_notice.tsx';
import { Guide } from './shell/guide.tsx';
import { Header } from './shell/header.tsx';
import { announced } from './controls/announcer.ts';
import { Hero } from './shell/hero.tsx';
import { JumpDialog } from './shell/jump_dialog.tsx';
import { KeysDialog } from './shell/keys_dialog.tsx';
import { Deferred } from './shell/deferred.tsx';
import { Message } from './words/message.tsx';
import { PanelSection } from './shell/panel_section.tsx';
import { ProvenanceCard } from './numbers/provenance_card.tsx';
import { StepEnd } from './shell/step_end.tsx';
import { TeachBar } from './shell/teach_bar.tsx';
import { current_language, t } from './words/i18n.ts';
import { go_to } from './numbers/navigate.ts';
import { panels } from './steps/index.ts';
import { store } from './numbers/store.ts';

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
