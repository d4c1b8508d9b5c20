/** Chromium for the race. Every launch has a fresh profile. */
import { chromium } from '@playwright/test';

const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launch() {
  // Chromium's sandbox refuses to run as root, as in most containers.
  const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet;
  return chromium.launch({ executablePath: process.env.FFN_CHROMIUM ?? '/usr/bin/chromium', args });
}
