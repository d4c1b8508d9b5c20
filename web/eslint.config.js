// ESLint configuration of web/ and tests/; run from the root of the checkout with --config
// web/eslint.config.js.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const formula = 'formulas and random numbers belong in the C++ core';

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '.build/**',
      '.toolchain/**',
      'tests/.artifacts/**',
      '**/*.d.mts',
      'tests/package/consumers/typescript/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }], // steps/index.ts names types of files
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ], // options that a schema declares
      eqeqeq: 'error',
      'no-eval': 'error',
      '@typescript-eslint/no-implied-eval': 'error',
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    // A plain JavaScript implementation for speed comparisons; its results are never shown as the
    // model's numbers.
    ignores: ['web/page/src/steps/speed/harness/plain_javascript.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['exp', 'expm1', 'log', 'tanh', 'sqrt', 'pow', 'random'].map((property) => ({
          object: 'Math',
          property,
          message: formula,
        })),
      ],
    },
  },
  { files: ['web/page/src/**/*.{ts,tsx}'], rules: { 'max-lines-per-function': ['error', 50] } },
  {
    // Programs in a page, a worker or Node that use the installed package.
    files: ['tests/package/consumers/**/*.{js,mjs,cjs}', 'web/engine/examples/worker.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['Worker', 'addEventListener', 'location', 'parent', 'postMessage', 'Response'],
          ...['URLSearchParams', 'test'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // Node programs that control a page: functions that they pass to it run in the page.
    files: ['tests/soak/**/*.mjs', 'tests/fuzz/package/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...[
            'document',
            'location',
            'history',
            'Element',
            'Event',
            'DragEvent',
            'DataTransfer',
            'File',
            'addEventListener',
            'scrollTo',
            'atob',
          ],
          ...[
            'Blob',
            'AbortController',
            'structuredClone',
            'SharedArrayBuffer',
            'Buffer',
            'clearTimeout',
            'setImmediate',
          ],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['tests/latency/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...[
            'document',
            'performance',
            'requestAnimationFrame',
            'innerHeight',
            'dispatchEvent',
            'setInterval',
            'clearInterval',
          ],
          ...['MutationObserver', 'Node', 'Event', 'PointerEvent'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.{mjs,js,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'WebAssembly', 'URL', 'setTimeout'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
  },
);
