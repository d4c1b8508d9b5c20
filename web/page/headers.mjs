#!/usr/bin/env node
// The headers with which a host strengthens the built page: `node web/page/headers.mjs apache|nginx|caddy|netlify|cloudflare [--path
// /course/ffn/]` prints the host's configuration. The policy is the one that the pages carry themselves (plugins/content_security_policy.ts);
// what works as a header only comes with it. GitHub Pages sends no headers of its users: there the pages' own policy is all.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('dist/', import.meta.url));
const languages = ['en', 'fr', 'vi'];
const single_files = languages.map((language) => `ffn-lab.${language}.html`);

/** In every answer, whatever the file. Frames of the same host only: a page of a course may hold this one. */
const for_every_file = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };
const only_as_header = "frame-ancestors 'self'";

/** @returns {string | undefined} the policy that a page carries, as a header would say it */
export function policy_in(html) {
  const found = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  return found === undefined ? undefined : `${found.replaceAll('&#39;', "'")}; ${only_as_header}`;
}

/** Of the files of the folder, and of each single file, which runs what is inside it and nothing else. */
export function read_policies() {
  const policy_of = (path) => {
    const policy = policy_in(readFileSync(dist + path, 'utf8'));
    if (policy === undefined) throw new Error(`${path} carries no policy; is the page built?`);
    return policy;
  };
  const [folder, ...others] = languages.map((language) => policy_of(`${language}/index.html`));
  if (others.some((other) => other !== folder)) throw new Error('the pages of the languages have policies of their own');
  return { folder, single: Object.fromEntries(single_files.map((name) => [name, policy_of(name)])) };
}

/** The headers of an answer: `html` for a page, whose own policy is repeated; any other file runs under that of the folder. */
export function headers_for(html) {
  const policy = html === undefined ? undefined : policy_in(html);
  return { ...for_every_file, ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }) };
}

const lines_of = (headers, line) => Object.entries(headers).map(([name, value]) => line(name, value));
const escaped = (name) => name.replaceAll('.', '\\.');

function apache({ folder, single }) {
  const set = (name, value) => `Header always set ${name} "${value}"`;
  const own = Object.entries(single).flatMap(([name, policy]) => [
    `  <FilesMatch "^${escaped(name)}$">`,
    `    ${set('Content-Security-Policy', policy)}`,
    '  </FilesMatch>',
  ]);
  return [
    '# .htaccess beside index.html',
    '<IfModule mod_headers.c>',
    ...lines_of({ ...for_every_file, 'Content-Security-Policy': folder }, (name, value) => `  ${set(name, value)}`),
    ...own,
    '</IfModule>',
  ];
}

function nginx({ folder, single }, path) {
  const own = Object.entries(single).map(([name, policy]) => `  ${path}${name} "${policy}";`);
  return [
    '# in http { … }',
    'map $uri $ffn_lab_policy {',
    `  default "${folder}";`,
    ...own,
    '}',
    '# in server { … }',
    `location ${path} {`,
    ...lines_of(for_every_file, (name, value) => `  add_header ${name} "${value}" always;`),
    '  add_header Content-Security-Policy $ffn_lab_policy always;',
    '}',
  ];
}

function caddy({ folder, single }, path) {
  const names = Object.keys(single);
  const own = names.flatMap((name, index) => [
    `@ffn_lab_${languages[index]} path ${path}${name}`,
    `header @ffn_lab_${languages[index]} Content-Security-Policy "${single[name]}"`,
  ]);
  return [
    '# Caddyfile, in the block of the site',
    '@ffn_lab {',
    `  path ${path}*`,
    `  not path ${names.map((name) => path + name).join(' ')}`,
    '}',
    `header @ffn_lab Content-Security-Policy "${folder}"`,
    ...own,
    ...lines_of(for_every_file, (name, value) => `header ${path}* ${name} "${value}"`),
  ];
}

/** Of two rules for one address these hosts send both policies, of which each would have to be kept: no address has two. */
function headers_file({ folder, single }, path) {
  const rule = (address, policy) => [
    path + address,
    ...lines_of({ ...for_every_file, 'Content-Security-Policy': policy }, (name, value) => `  ${name}: ${value}`),
  ];
  const folders = ['', 'index.html', 'en/*', 'fr/*', 'vi/*', 'assets/*', 'service_worker.js', 'licenses.txt', 'favicon.svg'];
  // Cloudflare leaves the ending out.
  const of_file = ([name, policy]) => [...rule(name, policy), ...rule(name.replace(/\.html$/, ''), policy)];
  return [
    '# _headers beside index.html',
    ...folders.flatMap((address) => rule(address, folder)),
    ...Object.entries(single).flatMap(of_file),
  ];
}

export const hosts = { apache, nginx, caddy, netlify: headers_file, cloudflare: headers_file };

/** @returns {string} the configuration of `host` for a page that lies at `path` */
export function configuration(host, path = '/') {
  const make = hosts[host];
  if (make === undefined) throw new Error(`unknown host "${host}"; expected one of ${Object.keys(hosts).join(', ')}`);
  if (!/^\/([\w.-]+\/)*$/.test(path)) throw new Error(`--path is "${path}"; expected one that begins and ends with /`);
  return make(read_policies(), path).join('\n') + '\n';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , host = '', option, path = '/'] = process.argv;
  try {
    if (option !== undefined && option !== '--path') throw new Error(`unknown argument "${option}"; the only option is --path`);
    process.stdout.write(configuration(host, path));
  } catch (error) {
    console.error(`headers: ${error.message}`);
    process.exit(1);
  }
}
