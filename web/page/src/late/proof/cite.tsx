/** A link to this state, and how to cite it. */
import { holder, year } from 'virtual:licenses';
import { Message } from '../../components/message.tsx';
import { core_state } from '../../core/client.ts';
import { current_language, t } from '../../i18n.ts';
import { go_to } from '../../navigate.ts';
import { hash_at } from '../../store.ts';
import { bibtex, iso_date, public_address } from './citation.ts';
import { CopyText } from './copy_text.tsx';

const long_date = (date: Date) => new Intl.DateTimeFormat(current_language(), { dateStyle: 'long' }).format(date);

function to_sources(event: Event): void {
  event.preventDefault();
  go_to('glossary_sources');
}

export function Cite() {
  const state = core_state.value;
  if (state.phase !== 'ready') return null;
  const { version, build } = state.info;
  const now = new Date();
  const address = public_address(location.href, hash_at(''));
  const title = t('page.title');
  const cited = { holder, year, title, version, build, address, date: iso_date(now) };
  return (
    <section class="cite" aria-labelledby="cite_title">
      <h3 id="cite_title">{t('proof.cite')}</h3>
      <p>
        <Message
          id="proof.cite_text"
          values={{
            sources: (
              <a href="#glossary_sources" onClick={to_sources}>
                {t('glossary.sources')}
              </a>
            ),
          }}
        />
      </p>
      <CopyText title={t('proof.citation')} text={t('proof.citation_text', { ...cited, date: long_date(now) })} />
      <CopyText title="BibTeX" code text={bibtex(cited)} />
      <CopyText title={t('proof.link')} code text={address} />
    </section>
  );
}
