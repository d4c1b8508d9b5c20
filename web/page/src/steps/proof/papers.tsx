/** How to cite the page in its current state, and the licences of the third-party software and fonts in it. */
import { licenses_address } from '#edition/page.ts';
import { holder, licenses, year } from 'virtual:licenses';
import { computed } from '@preact/signals';
import type { LabInfo } from 'ffn-lab';
import { useMemo } from 'preact/hooks';
import { CopyText } from '../../controls/copy_text.tsx';
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { Paragraph } from '../../words/message.tsx';
import { core_state } from '../../numbers/connection.ts';
import { current_language, format_count, t } from '../../words/i18n.ts';
import { hash_for_panel } from '../../numbers/store.ts';
import { bibtex, iso_date, public_address } from './citation.ts';

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

/** A link to the page in its current state, a citation and a BibTeX entry. */
export function Cite() {
  const state = core_state.value;
  const info = state.phase === 'ready' ? state.info : undefined;
  const texts = useMemo(() => info && cited(info), [info]);
  if (texts === undefined) return null;
  return (
    <section class="cite" aria-labelledby="proof_cite">
      <Heading part="proof.cite" />
      <Paragraph id="proof.cite_text" values={{ sources: <a href="#glossary_sources">{t('glossary.sources_title')}</a> }} />
      <CopyText title={t('proof.citation')} text={texts.citation} />
      <CopyText title="BibTeX" code text={texts.bibtex} />
      <CopyText title={t('proof.link')} code text={address} />
    </section>
  );
}

const groups = ['core', 'page', 'font'] as const;

function Group({ group }: { readonly group: (typeof groups)[number] }) {
  const members = licenses.filter((license) => license.group === group);
  return (
    <tbody>
      <tr>
        <th colSpan={3} scope="rowgroup" class="license_group">
          {t(`proof.license_${group}`)}
        </th>
      </tr>
      {members.map(({ name, version, license, url }) => (
        <tr key={name} data-license={name}>
          <th scope="row">
            <a href={url} rel="noreferrer" lang="en">
              {name}
            </a>
          </th>
          <td>{version}</td>
          <td lang="en">{license}</td>
        </tr>
      ))}
    </tbody>
  );
}

export function Licenses() {
  const file = (
    <a href={licenses_address()} download="ffn-lab-licenses.txt">
      {t('proof.licenses_file')}
    </a>
  );
  return (
    <section class="licenses" aria-labelledby="proof_licenses">
      <Heading part="proof.licenses" />
      <Paragraph id="proof.licenses_text" values={{ file }} />
      <details class="license_list">
        <summary>{t('proof.licenses_list', { count: format_count(licenses.length) })}</summary>
        <NumberTable
          class="license_table"
          caption={<span class="visually_hidden">{t('proof.licenses_title')}</span>}
          heads={[t('proof.license_name'), t('proof.license_version'), t('proof.license')]}
        >
          {groups.map((group) => (
            <Group key={group} group={group} />
          ))}
        </NumberTable>
      </details>
    </section>
  );
}
