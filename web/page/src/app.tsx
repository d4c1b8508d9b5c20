import { single_file_address } from '#edition/page.ts';
import { ProvenanceCard } from './numbers/provenance_card.tsx';
import { CoreNotice } from './numbers/core_notice.tsx';
import { Badge } from './shell/badge.tsx';
import { Course } from './shell/course.tsx';
import { Header, PageTools } from './shell/header.tsx';
import { AddressNotice, Announced } from './shell/prepare.tsx';
import { LateDialogs } from './shell/late_dialogs.tsx';
import { TeachBar } from './shell/teach_bar.tsx';
import { current_language, t } from './words/i18n.ts';
import { Message } from './controls/message.tsx';

function Footer() {
  const address = single_file_address(current_language());
  return (
    <footer class="footer">
      <p>
        <Message id="page.footer" />{' '}
        {address !== undefined && (
          <a href={address} download="">
            {t('page.single_file')}
          </a>
        )}
      </p>
      <PageTools />
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
      <LateDialogs />
      <Announced />
      <Footer />
    </>
  );
}
