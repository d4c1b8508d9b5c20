/**
 * Returns the address with the given hash; for `file:` addresses only the file name, because the
 * path is private.
 */
export function public_address(href: string, hash: string): string {
  const address = href.replace(/#.*$/s, '');
  return (address.startsWith('file:') ? address.replace(/^.*\//, '') : address) + hash;
}

/** Returns the local date as YYYY-MM-DD, which is the Swedish form. */
export const iso_date = (now: Date): string => now.toLocaleDateString('sv');

const escape_tex = (text: string) => text.replace(/[#$%&_{}]/g, '\\$&');

type Cited = 'holder' | 'title' | 'year' | 'version' | 'build' | 'address' | 'date';

/** `date`: YYYY-MM-DD */
export function bibtex({
  holder,
  title,
  year,
  version,
  build,
  address: url,
  date: urldate,
}: Readonly<Record<Cited, string>>): string {
  const fields = {
    author: `{${escape_tex(holder)}}`,
    title: escape_tex(title),
    year,
    version,
    note: `build ${build}`,
    url,
    urldate,
  };
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}},`);
  return ['@software{ffn_lab,', ...lines, '}', ''].join('\n');
}
