/**
 * Proof panel: the self-check against PyTorch, how to cite the page, and the licences of the
 * third-party software and fonts in it.
 */
import { licenses_address } from '#edition/page.ts';
import { holder, licenses, year } from 'virtual:licenses';
import { computed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { grid_entry } from '../../charts/ticks.tsx';
import { Button } from '../../controls/button.tsx';
import { CopyText } from '../../controls/copy_text.tsx';
import { Heading } from '../../controls/heading.tsx';
import { plot_entry, type Legend } from '../../words/legend.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { core_state } from '../../compute/connection.ts';
import { hash_for_panel } from '../../state/store.ts';
import { current_language, format_count, t } from '../../words/i18n.ts';
import { Paragraph, Prose } from '../../controls/message.tsx';
import { family_names } from './check.ts';
import { CheckFigure } from './check_figure.tsx';
import { bibtex, iso_date, public_address } from './citation.ts';
import { run_self_test, self_test, stop_self_test, type SelfTestAnswer } from './self_test.ts';
import './proof.css';

const messages = {
  none: 'proof.not_yet',
  running: 'proof.running',
  stopped: 'proof.stopped',
  failed: 'proof.failed',
} as const;

function status_text(): string {
  const { phase, rows, error } = self_test.value;
  if (phase !== 'done') return t(messages[phase], { error });
  const off = rows.filter(({ passed }) => !passed).length;
  return t(off === 0 ? 'proof.all_agree' : 'proof.some_off', {
    off: format_count(off),
    total: format_count(rows.length),
  });
}

function Versions({ reply: { info, made_by } }: { readonly reply: SelfTestAnswer['value'] }) {
  const { version, build, variant, sha256 } = info;
  const values = {
    reference: <span lang="en">{made_by}</span>,
    version,
    build,
    variant: t(`badge.variant_${variant}`),
  };
  return (
    <>
      <Paragraph class="hint check_versions" id="proof.versions" values={values} />
      <details class="hint check_hashes">
        <summary>{t('proof.hashes')}</summary>
        <p>{t('proof.hashes_text')}</p>
        <code>{sha256}</code>
      </details>
    </>
  );
}

/** Status of the self-check. */
function CheckStatus() {
  const { phase, rows } = self_test.value;
  const running = phase === 'running';
  const done = new Set(rows.map(({ family }) => family)).size;
  return (
    <div class="check_status">
      <p role="status" class={`check_result check_result_${phase}`}>
        {status_text()}
      </p>
      <Button
        text={t(
          running
            ? 'proof.stop'
            : phase === 'none' || phase === 'stopped'
              ? 'proof.run'
              : 'proof.again',
        )}
        on_click={running ? stop_self_test : run_self_test}
      />
      {/* Its space stays: nothing moves when the check ends. */}
      <progress
        class={running ? undefined : 'check_ended'}
        max={family_names.length}
        value={done}
        aria-label={t('proof.progress')}
      />
    </div>
  );
}

/** Starts the self-check when the figure first becomes visible. */
function use_check_in_viewport() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ref.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      if (self_test.peek().phase === 'none') run_self_test();
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return ref;
}

// Computed signals, so that the texts follow the state without a rendering of the page. The date is
// the day of the last change of the state.
const address = computed(() => public_address(location.href, hash_for_panel('')));
const cited = computed(() => {
  const { version, build } =
    core_state.value.phase === 'ready' ? core_state.value.info : { version: '', build: '' };
  return {
    holder,
    year,
    title: t('page.title'),
    version,
    build,
    address: address.value,
    date: iso_date(new Date()),
  };
});
const citation = computed(() => {
  const date = new Intl.DateTimeFormat(current_language(), { dateStyle: 'long' }).format(
    new Date(),
  );
  return t('proof.citation_text', { ...cited.value, date });
});
const entry = computed(() => bibtex(cited.value));

/** A link to the page in its current state, a citation and a BibTeX entry. */
function Cite() {
  if (core_state.value.phase !== 'ready') return null;
  return (
    <section class="cite" aria-labelledby="proof_cite">
      <Heading part="proof.cite" />
      <Paragraph
        id="proof.cite_text"
        values={{ sources: <a href="#glossary_sources">{t('glossary.sources_title')}</a> }}
      />
      <CopyText title={t('proof.citation')} text={citation} />
      <CopyText title="BibTeX" code text={entry} />
      <CopyText title={t('proof.link')} code text={address} />
    </section>
  );
}

const group_rows = (group: (typeof licenses)[number]['group']) => (
  <tbody key={group}>
    <tr>
      <th colSpan={3} scope="rowgroup" class="license_group">
        {t(`proof.license_${group}`)}
      </th>
    </tr>
    {licenses
      .filter((license) => license.group === group)
      .map(({ name, version, license, url }) => (
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

function Licenses() {
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
          {(['core', 'page', 'font'] as const).map(group_rows)}
        </NumberTable>
      </details>
    </section>
  );
}

export function Panel() {
  const ref = use_check_in_viewport();
  const { answer } = self_test.value;
  return (
    <div class="proof">
      <ProseAndFigure
        wide
        figure="proof_figure"
        prose={<Prose ids={['proof.lead', 'proof.how', 'proof.tolerances']} />}
      >
        <div ref={ref} aria-busy={self_test.value.phase === 'running'}>
          <CheckStatus />
          <CheckFigure />
          {answer && <Versions reply={answer.value} />}
        </div>
      </ProseAndFigure>
      <div class="proof_papers">
        <Cite />
        <Licenses />
      </div>
    </div>
  );
}

export const legend: Legend = [
  grid_entry,
  plot_entry(
    'proof.symbol_right',
    'check_marker',
    <circle class="check_marker" cx={32} cy={12} r={4} />,
  ),
  plot_entry(
    'proof.symbol_beyond',
    'check_cross',
    <path class="check_cross" d="M27 7l10 10m0 -10l-10 10" />,
  ),
  plot_entry(
    'proof.symbol_limit',
    'check_tolerance',
    <path class="check_tolerance" d="M32 0V24" />,
  ),
];
