#!/usr/bin/env node
// Builds web/page/dist: the static site, the single-file edition of each language, and the service
// worker for offline use.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { build_service_worker } from './service_worker.mjs';

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
process.env.NODE_ENV = 'production';

await build({ configFile: here('vite.config.ts') });
for (const language of ['en', 'fr', 'vi']) {
  await build({ configFile: here('vite.single_file.config.ts'), mode: language });
  const bytes = readFileSync(here(`dist/ffn-lab.${language}.html`));
  const kilobytes = (size) => `${Math.round(size / 1000)} kB`;
  console.log(
    `dist/ffn-lab.${language}.html  ${kilobytes(bytes.length)}, ${kilobytes(gzipSync(bytes).length)} with gzip`,
  );
}
// Last: src/tools/build.sh considers the build complete if this file exists.
await build_service_worker();
