#!/usr/bin/env node
/**
 * Bundles the page of the race into .build/bench/page, with a separate chunk per engine, and the
 * code that Node shares with it.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  root: here('page'),
  configFile: false,
  base: './',
  logLevel: 'warn',
  worker: { format: 'es' },
  build: {
    outDir: here('../../.build/bench/page'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: ['index.html', 'frame.html', 'first_result.html'].map((name) => here(`page/${name}`)),
    },
  },
});

await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: here('shared.ts'),
    outDir: here('../../.build/bench'),
    emptyOutDir: false,
    rolldownOptions: { output: { entryFileNames: 'shared.mjs' } },
  },
});
