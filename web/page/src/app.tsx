import { single_file_address } from '#edition/page.ts';
import { announced } from './controls/announcer.ts';
import { ProvenanceCard } from './numbers/provenance_card.tsx';
import { store } from './numbers/store.ts';
import { CoreNotice } from './numbers/core_notice.tsx';
import { Badge } from './shell/badge.tsx';
import { Course } from './shell/course.tsx';
import { Header } from './shell/header.tsx';
import { JumpDialog } from './shell/jump_dialog.tsx';
import { KeysDialog } from './shell/page_keys.tsx';
import { TeachBar } from './shell/teach_bar.tsx';
import { current_language, t } from './words/i18n.ts';
import { Message } from './words/message.tsx';

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

function Footer() {
  return (
    <footer class="footer">
      <p>
        <Message id="page.footer" /> <SingleFile />
      </p>
      <Badge />
    </footer>
  );
}

export function App() {
  return (
    <>
      <a class="skip_link" href="#main">
        {t('page.skip')}
      </a>
      <Header />
      <main id="main" class="page" tabIndex={-1}>
        <CoreNotice />
        <AddressNotice />
        <Course />
      </main>
      <ProvenanceCard />
      <TeachBar />
      <KeysDialog />
      <JumpDialog />
      <p class="visually_hidden" role="status">
        {announced.value}
      </p>
      <Footer />
    </>
  );
}
