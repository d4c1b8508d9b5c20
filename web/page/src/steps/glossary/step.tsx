/** Terms in three languages, by subject, and the sources. */
import { Folded } from '../../controls/folded.tsx';
import { term_anchor, term_groups, type Term, type TermGroup } from '../../words/glossary_terms.ts';
import { current_language, t } from '../../words/i18n.ts';
import { autonyms, languages } from '../../words/languages.ts';
import { folded_part, part_anchor, part_title } from '../../words/parts.ts';
import { papers, texts } from './sources.ts';
import './glossary.css';

const other_languages = () => languages.filter((language) => language !== current_language());

function TermRow({ term }: { readonly term: Term }) {
  const own = current_language();
  return (
    // Explicit roles: narrow windows lay the rows out as blocks, and then browsers drop the table's
    // implicit roles.
    <tr role="row" id={term_anchor(term.id)} tabIndex={-1}>
      <th role="rowheader" scope="row" lang={own}>
        {term[own]}
      </th>
      {other_languages().map((language) => (
        <td key={language} role="cell" lang={language} class="term_name">
          <span class="term_language" aria-hidden="true">
            {autonyms[language]}
          </span>
          {term[language]}
        </td>
      ))}
      <td role="cell" class="term_meaning">
        {t(`glossary.term_${term.id}`)}
      </td>
    </tr>
  );
}

function TermTable({ group }: { readonly group: TermGroup }) {
  return (
    <table role="table" class="glossary_table">
      <caption class="visually_hidden">{t(`glossary.${group}_title`)}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {[current_language(), ...other_languages()].map((language) => (
            <th key={language} role="columnheader" scope="col" lang={language}>
              {autonyms[language]}
            </th>
          ))}
          <th role="columnheader" scope="col">
            {t('glossary.meaning')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {term_groups[group].map((term) => (
          <TermRow key={term.id} term={term} />
        ))}
      </tbody>
    </table>
  );
}

/** The terms of a subject, folded except for the first. */
function Terms({ group }: { readonly group: TermGroup }) {
  const terms = term_groups[group];
  return (
    <Folded
      id={part_anchor(`glossary.${group}`)}
      title={part_title(`glossary.${group}`)}
      about={terms.map((term) => term[current_language()]).join(' · ')}
      wanted={group === 'network'}
      anchors={terms.map(({ id }) => term_anchor(id))}
    >
      <TermTable group={group} />
    </Folded>
  );
}

function Sources() {
  return (
    <ul class="glossary_sources">
      {papers.map(({ id, text, url }) => (
        <li key={id}>
          <a href={url} rel="noreferrer" lang="en" hreflang="en">
            {text}
          </a>
          <span>{t(`glossary.source_${id}`)}</span>
        </li>
      ))}
      {texts.map((id) => (
        <li key={id}>
          <span>{t(`glossary.text_${id}`)}</span>
        </li>
      ))}
    </ul>
  );
}

export function Panel() {
  return (
    <div class="glossary">
      <p class="lead">{t('glossary.lead')}</p>
      {(Object.keys(term_groups) as TermGroup[]).map((group) => (
        <Terms key={group} group={group} />
      ))}
      <Folded {...folded_part('glossary.sources')}>
        <Sources />
      </Folded>
    </div>
  );
}
