import { defineConfig } from '@playwright/test'
import { shellOptions } from '#tests/support/browser.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/e2e',
  // One more than the cores: a page waits now and then.
  workers: 3,
  // A test that passes at the second try hides a fault.
  retries: 0,
  forbidOnly: true,
  // On a busy machine all comes later; what never comes is still told.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: shellOptions(),
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    // Home's sky drifts for ever, and takes half of what the machine has; tests of motion allow it.
    reducedMotion: 'reduce',
    // A worker would answer before what a test puts in a request's way; the tests of it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording takes as much of the machine as the tests do; `-- --trace on` shows one that failed.
    trace: 'off',
  },
})
