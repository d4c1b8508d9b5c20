/** Licences of the third-party software and fonts in the page. */
import { licenses_address } from '#edition/licenses.ts';
import { licenses } from 'virtual:licenses';
import { Message } from '../../words/message.tsx';
import { format_number, t } from '../../words/i18n.ts';

const groups = ['core', 'page', 'font'] as const;

function Group({ group }: { readonly group: (typeof groups)[number] }) {
  return (
    <tbody>
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
}

export function Licenses() {
  return (
    <section class="licenses" aria-labelledby="licenses_title">
      <h3 id="licenses_title">{t('proof.licenses')}</h3>
      <p>
        <Message
          id="proof.licenses_text"
          values={{
            file: (
              <a href={licenses_address()} download="ffn-lab-licenses.txt">
                {t('proof.licenses_file')}
              </a>
            ),
          }}
        />
      </p>
      <details class="license_list">
        <summary>{t('proof.licenses_list', { count: format_number(licenses.length, 'count') })}</summary>
        <table class="numbers license_table">
          <caption class="visually_hidden">{t('proof.licenses')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('proof.license_name')}</th>
              <th scope="col">{t('proof.license_version')}</th>
              <th scope="col">{t('proof.license')}</th>
            </tr>
          </thead>
          {groups.map((group) => (
            <Group key={group} group={group} />
          ))}
        </table>
      </details>
    </section>
  );
}
