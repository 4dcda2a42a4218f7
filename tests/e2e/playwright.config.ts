import { defineConfig } from '@playwright/test'
import { shellOptions } from '#tests/support/browser/browser.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/e2e',
  // One more than the machine's two cores, because pages also wait.
  workers: 3,
  // A test that passes only at a retry hides a fault.
  retries: 0,
  forbidOnly: true,
  // Long enough for a busy machine; a hanging test still fails.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: shellOptions(),
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    // Home's sky is always animated and takes half of the machine; tests of motion allow it.
    reducedMotion: 'reduce',
    // A service worker would answer before a test's `route`; tests of the worker allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording costs as much as the tests; use `-- --trace on` for a failed test.
    trace: 'off',
  },
})
