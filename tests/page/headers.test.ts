/** The response headers for hosts, compared with the policies of the built pages. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configuration, hosts, read_policies } from '../../web/page/build/headers.mjs';
import type { Host } from '../../web/page/build/headers.mjs';

const dist = new URL('../../web/page/dist/', import.meta.url);
const carried = (path: string) =>
  /http-equiv="Content-Security-Policy" content="([^"]*)"/
    .exec(readFileSync(new URL(path, dist), 'utf8'))?.[1]
    ?.replaceAll('&#39;', "'") ?? '';

/**
 * Returns the headers that a `_headers` file sends for an address: those of every matching rule.
 */
function sent_by_rules(text: string, address: string): string[] {
  let fits = false;
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('/')) {
      const pattern = line.replace(/[.]/g, '\\.').replace('*', '.*');
      fits = new RegExp(`^${pattern}$`).test(address);
      return [];
    }
    return fits && line.startsWith('  ') ? [line.trim()] : [];
  });
}

const one = (text: string, pattern: RegExp): string => {
  const found = Array.from(text.matchAll(pattern), ([, value = '']) => value);
  expect(found).toHaveLength(1);
  return found[0] ?? '';
};

/**
 * Returns the policies of a configuration for the folder, the English page for frames and the English
 * single file.
 */
const policies: Readonly<
  Record<
    Exclude<Host, 'netlify' | 'cloudflare'>,
    (text: string) => { folder: string; embed: string; english: string }
  >
> = {
  apache: (text) => ({
    folder: one(text, /^ {2}Header always set Content-Security-Policy "(.*)"$/gm),
    embed: one(
      text,
      /<FilesMatch "\^embed\\\.html\$">\n {4}Header always set Content-Security-Policy "(.*)"/g,
    ),
    english: one(
      text,
      /<FilesMatch "\^ffn-lab\\\.en\\\.html\$">\n {4}Header always set Content-Security-Policy "(.*)"/g,
    ),
  }),
  nginx: (text) => ({
    folder: one(text, /^ {2}default "(.*)";$/gm),
    embed: one(text, /^ {2}\/en\/embed\.html "(.*)";$/gm),
    english: one(text, /^ {2}\/ffn-lab\.en\.html "(.*)";$/gm),
  }),
  caddy: (text) => ({
    folder: one(text, /^header @ffn_lab Content-Security-Policy "(.*)"$/gm),
    embed: one(
      text,
      /^@en_embed path \/en\/embed\.html\nheader @en_embed Content-Security-Policy "(.*)"$/gm,
    ),
    english: one(
      text,
      /^@ffn_lab_en path \/ffn-lab\.en\.html\nheader @ffn_lab_en Content-Security-Policy "(.*)"$/gm,
    ),
  }),
};

describe('the configuration of a host', () => {
  const expected = {
    folder: `${carried('en/index.html')}; frame-ancestors 'self'`,
    embed: `${carried('en/embed.html')}; frame-ancestors *`,
    english: `${carried('ffn-lab.en.html')}; frame-ancestors 'self'`,
  };

  it('contains the policy of the pages', () => {
    expect(read_policies().folder).toBe(expected.folder);
    expect(read_policies().embed).toBe(expected.embed);
    for (const policy of [expected.folder, expected.english, carried('en/embed.html')]) {
      expect(policy).toMatch(/^default-src 'none'; .*require-trusted-types-for 'script'/);
      expect(policy).not.toMatch(/unsafe-inline|unsafe-hashes|'unsafe-eval'|\*|https?:/);
    }
    // A page for frames differs in its inline texts, and where workers begin.
    const without_hashes = (policy: string) => policy.replace(/ 'sha256-\S+?'/g, '');
    expect(without_hashes(carried('en/embed.html'))).toBe(
      without_hashes(carried('en/index.html')).replace(/worker-src 'self'/, '$& blob:'),
    );
    // The root page has no inline texts: its policy is the same without their hashes.
    expect(without_hashes(expected.folder)).toBe(
      `${carried('index.html')}; frame-ancestors 'self'`,
    );
  });

  for (const host of ['apache', 'nginx', 'caddy'] as const) {
    it(`${host}: has the policy of the folder, those of the single files, and the other headers`, () => {
      const text = configuration(host);
      expect(policies[host](text)).toEqual(expected);
      for (const [name, value] of [
        ['X-Content-Type-Options', 'nosniff'],
        ['Referrer-Policy', 'no-referrer'],
        ['Access-Control-Allow-Origin', '*'],
      ]) {
        expect(text).toContain(`${name} "${value}"`);
      }
    });
  }

  for (const host of ['netlify', 'cloudflare'] as const) {
    it(`${host}: has one policy for each address`, () => {
      const text = configuration(host);
      const common = [
        'X-Content-Type-Options: nosniff',
        'Referrer-Policy: no-referrer',
        'Access-Control-Allow-Origin: *',
      ];
      for (const address of [
        '/',
        '/en/',
        '/fr/index.html',
        '/assets/main.js',
        '/service_worker.js',
        '/licenses.txt',
      ]) {
        expect(sent_by_rules(text, address)).toEqual([
          ...common,
          `Content-Security-Policy: ${expected.folder}`,
        ]);
      }
      for (const [address, policy] of [
        ['/ffn-lab.en.html', expected.english],
        ['/ffn-lab.en', expected.english],
        ['/fr/embed.html', expected.embed],
        ['/vi/embed', expected.embed],
      ] as const) {
        expect(sent_by_rules(text, address)).toEqual([
          ...common,
          `Content-Security-Policy: ${policy}`,
        ]);
      }
      // Some hosts reject longer lines.
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(2000);
    });
  }

  it('uses the path of the page, and is written for known hosts only', () => {
    expect(configuration('nginx', '/course/ffn/')).toContain('  /course/ffn/ffn-lab.en.html "');
    expect(configuration('netlify', '/a/')).toMatch(/^\/a\/en\/$/m);
    expect(() => configuration('nginx', '/course" {}')).toThrow('--path');
    expect(() => configuration('iis' as Host)).toThrow('unknown host');
    expect(Object.keys(hosts)).toHaveLength(5);
  });
});
