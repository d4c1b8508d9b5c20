/** A link to the page in its current state, a citation and a BibTeX entry. */
import { holder, year } from 'virtual:licenses';
import { computed } from '@preact/signals';
import type { LabInfo } from 'ffn-lab';
import { useMemo } from 'preact/hooks';
import { Message } from '../../words/message.tsx';
import { core_state } from '../../numbers/client.ts';
import { current_language, t } from '../../words/i18n.ts';
import { hash_for_panel } from '../../numbers/store.ts';
import { bibtex, iso_date, public_address } from './citation.ts';
import { CopyText } from './copy_text.tsx';

/** The texts follow the state without the page's being drawn. */
const address = computed(() => public_address(location.href, hash_for_panel('')));

function cited({ version, build }: LabInfo) {
  const long_date = new Intl.DateTimeFormat(current_language(), { dateStyle: 'long' });
  // The date is that of the last change of the state.
  const cite = () => ({ holder, year, title: t('page.title'), version, build, address: address.value, date: iso_date(new Date()) });
  return {
    citation: computed(() => t('proof.citation_text', { ...cite(), date: long_date.format(new Date()) })),
    bibtex: computed(() => bibtex(cite())),
  };
}

export function Cite() {
  const state = core_state.value;
  const info = state.phase === 'ready' ? state.info : undefined;
  const texts = useMemo(() => info && cited(info), [info]);
  if (texts === undefined) return null;
  return (
    <section class="cite" aria-labelledby="cite_title">
      <h3 id="cite_title">{t('proof.cite')}</h3>
      <p>
        <Message
          id="proof.cite_text"
          values={{
            sources: <a href="#glossary_sources">{t('glossary.sources')}</a>,
          }}
        />
      </p>
      <CopyText title={t('proof.citation')} text={texts.citation} />
      <CopyText title="BibTeX" code text={texts.bibtex} />
      <CopyText title={t('proof.link')} code text={address} />
    </section>
  );
}
