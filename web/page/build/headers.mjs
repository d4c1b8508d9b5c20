#!/usr/bin/env node
// Prints the configuration of a host's security headers: `node web/page/build/headers.mjs
// apache|nginx|caddy|netlify|cloudflare [--path /course/ffn/]`. The policy is the one in the pages'
// meta element (plugins/content_security_policy.ts) plus the directive that works only as a header.
// GitHub Pages cannot send custom headers: there the meta element applies alone.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const languages = ['en', 'fr', 'vi'];
const single_files = languages.map((language) => `ffn-lab.${language}.html`);
const embeds = languages.map((language) => `${language}/embed.html`);

/**
 * Headers of every response. Scripts, fonts and the core are for everybody: a sandboxed frame, which
 * has no origin, requests the files of an embedded figure as another site would.
 */
const common_headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Access-Control-Allow-Origin': '*',
};

/**
 * Allows framing by the same host, such as a course page that frames this one; the page for
 * embedded figures may be framed by all. Ignored in a meta element.
 */
const frame_ancestors = (html) =>
  `frame-ancestors ${/<html[^>]* data-embed[ >=]/.test(html) ? '*' : "'self'"}`;

/** @returns {string | undefined} the policy of a page's meta element as a header value */
export function policy_in(html) {
  const found = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  return found === undefined
    ? undefined
    : `${found.replaceAll('&#39;', "'")}; ${frame_ancestors(html)}`;
}

function policy_of(path) {
  const policy = policy_in(readFileSync(dist + path, 'utf8'));
  if (policy === undefined) throw new Error(`${path} carries no policy; is the page built?`);
  return policy;
}

/** Returns the policy that all pages have. */
function common_policy(paths) {
  const [first, ...others] = paths.map(policy_of);
  if (others.some((other) => other !== first))
    throw new Error(`${paths.join(', ')} have policies of their own`);
  return first;
}

/**
 * Returns the policy of the folder; that of the pages for embedded figures; and the policies of the
 * single files, which allow only their inline scripts.
 */
export function read_policies() {
  return {
    folder: common_policy(languages.map((language) => `${language}/index.html`)),
    embed: common_policy(embeds),
    single: Object.fromEntries(single_files.map((name) => [name, policy_of(name)])),
  };
}

/** Returns the policies of the pages whose policy is not the folder's, by their paths. */
const own_policies = ({ embed, single }) => ({
  ...single,
  ...Object.fromEntries(embeds.map((path) => [path, embed])),
});

/**
 * Returns the headers of a response; `html`: the content of a page, whose policy is added, or
 * undefined for other files.
 */
export function headers_for(html) {
  const policy = html === undefined ? undefined : policy_in(html);
  return {
    ...common_headers,
    ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
  };
}

const lines_of = (headers, line) =>
  Object.entries(headers).map(([name, value]) => line(name, value));
const escaped = (name) => name.replaceAll('.', '\\.');

function apache(policies) {
  const set = (name, value) => `Header always set ${name} "${value}"`;
  // FilesMatch sees the name without its folder.
  const by_name = Object.entries(own_policies(policies)).map(([path, policy]) => [
    path.split('/').at(-1),
    policy,
  ]);
  const own = Object.entries(Object.fromEntries(by_name)).flatMap(([name, policy]) => [
    `  <FilesMatch "^${escaped(name)}$">`,
    `    ${set('Content-Security-Policy', policy)}`,
    '  </FilesMatch>',
  ]);
  return [
    '# .htaccess beside index.html',
    '<IfModule mod_headers.c>',
    ...lines_of(
      { ...common_headers, 'Content-Security-Policy': policies.folder },
      (name, value) => `  ${set(name, value)}`,
    ),
    ...own,
    '</IfModule>',
  ];
}

function nginx(policies, path) {
  const own = Object.entries(own_policies(policies)).map(
    ([name, policy]) => `  ${path}${name} "${policy}";`,
  );
  return [
    '# in http { … }',
    'map $uri $ffn_lab_policy {',
    `  default "${policies.folder}";`,
    ...own,
    '}',
    '# in server { … }',
    `location ${path} {`,
    ...lines_of(common_headers, (name, value) => `  add_header ${name} "${value}" always;`),
    '  add_header Content-Security-Policy $ffn_lab_policy always;',
    '}',
  ];
}

function caddy(policies, path) {
  const own = Object.entries(own_policies(policies));
  const matcher = (name) => `@${name.replace(/\.html$/, '').replace(/\W/g, '_')}`;
  return [
    '# Caddyfile, in the block of the site',
    '@ffn_lab {',
    `  path ${path}*`,
    `  not path ${own.map(([name]) => path + name).join(' ')}`,
    '}',
    `header @ffn_lab Content-Security-Policy "${policies.folder}"`,
    ...own.flatMap(([name, policy]) => [
      `${matcher(name)} path ${path}${name}`,
      `header ${matcher(name)} Content-Security-Policy "${policy}"`,
    ]),
    ...lines_of(common_headers, (name, value) => `header ${path}* ${name} "${value}"`),
  ];
}

/**
 * For Netlify and Cloudflare, which send the headers of all matching rules: with two matching
 * rules, both policies would apply.
 */
function headers_file(policies, path) {
  const rule = (address, policy) => [
    path + address,
    ...lines_of(
      { ...common_headers, 'Content-Security-Policy': policy },
      (name, value) => `  ${name}: ${value}`,
    ),
  ];
  const folders = [
    '',
    'index.html',
    ...languages.flatMap((language) => [`${language}/`, `${language}/index.html`]),
    'assets/*',
    'service_worker.js',
    'licenses.txt',
    'favicon.svg',
    'touch-icon.png',
    'manifest.webmanifest',
  ];
  // Cloudflare serves the file without its extension.
  const of_file = ([name, policy]) => [
    ...rule(name, policy),
    ...rule(name.replace(/\.html$/, ''), policy),
  ];
  return [
    '# _headers beside index.html',
    ...folders.flatMap((address) => rule(address, policies.folder)),
    ...Object.entries(own_policies(policies)).flatMap(of_file),
  ];
}

export const hosts = { apache, nginx, caddy, netlify: headers_file, cloudflare: headers_file };

/** @returns {string} the configuration of `host` for a page at `path` */
export function configuration(host, path = '/') {
  const make = hosts[host];
  if (make === undefined)
    throw new Error(`unknown host "${host}"; expected one of ${Object.keys(hosts).join(', ')}`);
  if (!/^\/([\w.-]+\/)*$/.test(path))
    throw new Error(`--path is "${path}"; expected one that begins and ends with /`);
  return make(read_policies(), path).join('\n') + '\n';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , host = '', option, path = '/'] = process.argv;
  try {
    if (option !== undefined && option !== '--path')
      throw new Error(`unknown argument "${option}"; the only option is --path`);
    process.stdout.write(configuration(host, path));
  } catch (error) {
    console.error(`headers: ${error.message}`);
    process.exit(1);
  }
}
