import { defineConfig } from '@playwright/test';
import { port } from './e2e/address.js';

const disabled_features = [
  // Pages of the address bar, two for every window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Features that Playwright disables: the browser reads only the last list.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'AutoDeElevate',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
];

const chromium_arguments = [
  `--disable-features=${disabled_features.join(',')}`,
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// Chromium's sandbox refuses to run as root, as in most containers.
if (process.getuid?.() === 0) chromium_arguments.push('--no-sandbox');

const in_webkit = 'webkit/*.spec.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.artifacts/e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 3, // on two cores: a test waits for timers a fifth of its time
  // These limits end what hangs, on a machine many times slower, too; nothing is measured by them.
  timeout: 600_000,
  expect: { timeout: 180_000 },
  globalTimeout: 5_400_000,
  maxFailures: process.env.CI ? 10 : 0,
  // A shared machine can stall a browser for seconds. A test that passes at the second attempt is
  // reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list', { printSteps: false }]],
  // A service worker would serve cached files in place of the server's; offline.spec.ts allows
  // them.
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'chromium',
      testIgnore: in_webkit,
      grepInvert: /@firefox/,
      use: {
        browserName: 'chromium',
        launchOptions: {
          executablePath: process.env.FFN_CHROMIUM ?? '/usr/bin/chromium',
          args: chromium_arguments,
        },
      },
    },
    {
      name: 'firefox',
      testIgnore: in_webkit,
      // Not those that need touch, paper or a preferred colour scheme, which Playwright's driver for
      // the stock Firefox does not emulate.
      grep: /@both|@firefox/,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: process.env.FFN_FIREFOX ?? '/usr/bin/firefox-esr' },
      },
    },
    // Its tests start it themselves, by WebDriver (e2e/webkit/driver.ts). WebKitGTK itself crashed or
    // hung once in about sixty starts; a test that needs its retry is reported as flaky.
    { name: 'webkit', testMatch: in_webkit, retries: 1 },
  ],
  webServer: {
    command: `node e2e/static_server.mjs ${port}`,
    url: `http://127.0.0.1:${port}/en/`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 2000 },
  },
});
