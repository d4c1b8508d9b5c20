/** Terms in three languages, the legend of all drawings, and the sources. */
import { lazy_legends } from '../../controls/legend.tsx';
import type { LazyLegendEntry, LegendEntry } from '../../controls/legend.tsx';
import { Message } from '../../words/message.tsx';
import { current_language, t } from '../../words/i18n.ts';
import type { MessageKey } from '../../words/i18n.ts';
import { autonyms, languages } from '../../words/languages.ts';
import { legend, legend_ids } from './symbols.tsx';
import { papers, texts } from './sources.ts';
import { term_anchor, terms } from '../../words/glossary_terms.ts';
import './glossary.css';

/** The page's own language first. */
const ordered_languages = () => [current_language(), ...languages.filter((language) => language !== current_language())];

function TermRow({ term }: { readonly term: (typeof terms)[number] }) {
  const [own, ...others] = ordered_languages();
  return (
    // Explicit roles: narrow windows lay the rows out as blocks, and then browsers drop the table's implicit roles.
    <tr role="row" id={term_anchor(term.id)} tabIndex={-1}>
      <th role="rowheader" scope="row" lang={own}>
        {own && term[own]}
      </th>
      {others.map((language) => (
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

function Terms() {
  return (
    <table role="table" class="glossary_table">
      <caption class="visually_hidden">{t('glossary.terms')}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {ordered_languages().map((language) => (
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
        {terms.map((term) => (
          <TermRow key={term.id} term={term} />
        ))}
      </tbody>
    </table>
  );
}

function LegendItem({ entry: { classes, sample }, text }: { readonly entry: LegendEntry; readonly text: MessageKey }) {
  return (
    <li data-legend={classes.join(' ')}>
      <span class="legend_sample" aria-hidden="true">
        {sample}
      </span>
      <span>
        <Message id={text} />
      </span>
    </li>
  );
}

/** Legend of a panel whose code has been loaded lazily. */
function LazyLegend({ title, legend: entries }: { readonly title: MessageKey; readonly legend: readonly LazyLegendEntry[] }) {
  return (
    <>
      <h4>{t(title)}</h4>
      <ul class="glossary_legend">
        {entries.map((entry) => (
          <LegendItem key={entry.text} entry={entry} text={entry.text} />
        ))}
      </ul>
    </>
  );
}

function Legend() {
  const legends = Object.entries(lazy_legends.value);
  const loaded = legends.flatMap(([id, entries]) => (entries === undefined ? [] : [{ id, entries }]));
  return (
    <>
      <h3>{t('glossary.symbols')}</h3>
      <ul class="glossary_legend">
        {legend_ids.map((id) => (
          <LegendItem key={id} entry={legend[id]} text={`glossary.symbol_${id}`} />
        ))}
      </ul>
      {loaded.map(({ id, entries }) => entries.length > 0 && <LazyLegend key={id} title={`${id}.title` as MessageKey} legend={entries} />)}
      {loaded.length < legends.length && <p class="hint">{t('glossary.symbols_pending')}</p>}
    </>
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
      <h3>{t('glossary.terms')}</h3>
      <Terms />
      <Legend />
      <h3 id="glossary_sources" tabIndex={-1}>
        {t('glossary.sources')}
      </h3>
      <Sources />
    </div>
  );
}
