import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { preact } from '../vite.config.ts'
import { findPostgres } from './support/db/postgres.ts'

/** Tests of time rules run in this zone, too, a day ahead: no result may depend on the zone. */
const FAR_ZONE = 'Pacific/Apia'

const timeTests = ['tests/schedule/**/*.test.ts', 'tests/booking/slots*.test.ts']

/** Tests that start a whole site: they need no second zone, the rules are tested in each. */
const wholeSites = ['tests/schedule/**/*-sync.test.ts']

/** Milliseconds; on a busy machine a wait takes longer than the default of one second. */
const PATIENCE = 60_000

/** Sets the content of the site, which the server and each document set when they start. */
const content = 'tests/support/run/site-content.ts'

const common = {
  pool: 'forks',
  restoreMocks: true,
  unstubGlobals: true,
  // Starting processes and threads and hashing passwords takes minutes on a busy machine; a test
  // that hangs still ends.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: PATIENCE } },
} as const

const inZone = (zone: string): TestProjectConfiguration => ({
  extends: true,
  test: {
    ...common,
    name: zone,
    environment: 'node',
    include: [...timeTests, 'tests/support/run/zone.test.ts'],
    exclude: wholeSites,
    isolate: false,
    setupFiles: [content, 'tests/support/run/property-runs.ts'],
    env: { TZ: zone, EXPECTED_TZ: zone },
  },
})

/** `npm run test:long` runs these: bugs that a property has to find need up to thousands of its runs. */
const onlyLong = process.env.LONG_TESTS ? [] : ['tests/sync/deliberate-bugs.test.ts']

const componentTests = ['tests/**/*.dom.test.tsx']
const guestsTests = ['tests/journey/**/*.dom.test.tsx']

const inPage = (
  name: string,
  files: { include: string[]; exclude?: string[] },
): TestProjectConfiguration & object => ({
  extends: true,
  test: {
    ...common,
    ...files,
    name,
    // A thread starts faster than a process.
    pool: 'threads',
    environment: 'jsdom',
    // Loading jsdom and React for each file took longer than the tests; see `fresh-page.ts`.
    isolate: false,
    // The page goes before what a test file removes from under it.
    sequence: { hooks: 'list' },
    setupFiles: ['tests/support/run/reset-indexeddb.ts', 'tests/support/components/fresh-page.ts'],
  },
})

/** The server's own tests, which run on both engines. */
const serverTests = [
  ...['account', 'booking', 'contact', 'desk', 'http', 'jobs', 'mail', 'payment', 'privacy'],
  ...['sales', 'schedule', 'submissions', 'sync', 'video', 'outbox', 'journeys', 'postgres'],
  'photographs',
].map((folder) => `tests/${folder}/**/*.test.ts`)

/** Tests of other things than the database, which one engine is enough for. */
const engineIndependent = [
  'tests/journeys/{calendar-file,change-text,copy-state,days,guest-copy,guest-days}.test.ts',
  'tests/journeys/{journey-edits,journey-list,journey-session,own-journeys,places,stops}.test.ts',
  'tests/journeys/journeys.property.test.ts',
  'tests/photographs/unsent-photographs.test.ts',
  'tests/booking/slots.test.ts',
  'tests/http/behind-proxy.test.ts',
  'tests/schedule/built-server-sync.test.ts',
  'tests/sync/wipe-store.test.ts',
  'tests/sync/deliberate-bugs.test.ts',
  'tests/sync/encrypted-records.property.test.ts',
  'tests/schedule/calendar-hostile-sync.test.ts',
  'tests/mail/hostile-names.property.test.ts',
]

/**
 * What `npm test` runs on PostgreSQL: what may differ between the engines (locks, races, jobs, moves) and a path
 * through each feature. Together they send it nearly every statement that all tests send; those run in `test:long`.
 */
const differing = [
  'tests/postgres/**/*.test.ts',
  'tests/account/{accounts,key-rotation,owner-command,second-factor,session-tokens,sign-in-throttle}.test.ts',
  'tests/account/stolen-database.test.ts',
  'tests/booking/{booking-changes,booking-post,expiry,meeting-locations,own-bookings}.test.ts',
  'tests/booking/{owner-effects,past-meetings,refund-settled,withdrawal}.test.ts',
  'tests/contact/{newsletter,newsletter-readers}.test.ts',
  'tests/desk/{dashboard,desk-changes,desk-events,news-counts,query-cost}.test.ts',
  'tests/http/endpoints.test.ts',
  'tests/jobs/*.test.ts',
  'tests/journeys/{documents,journey-erasure}.test.ts',
  'tests/mail/{mail-limit,queue,refund-not-made}.test.ts',
  'tests/outbox/{lost-slots.test,one-slot.property.test}.ts',
  'tests/payment/{demo-payment,payment-requests,provider-reversals,refunds,settle-payment,webhook}.test.ts',
  'tests/photographs/photographs.test.ts',
  'tests/privacy/{client-erasure,collections,erasure,own-data,owner-audit-log,retention}.test.ts',
  'tests/sales/sales-queries.test.ts',
  'tests/schedule/{busy-times,calendar-outage-sync,calendar-sync,save-schedule,schedule-requests}.test.ts',
  'tests/submissions/{form-queries,idempotent-replay,marks,stored-size,supersede,test-mail}.test.ts',
  'tests/sync/{batch.property,clean-up,deleted-for-good,deleted-records,device-names,hostile-requests}.test.ts',
  'tests/sync/{owner-settings,purged-tombstones,read-only}.test.ts',
  'tests/video/{requests,rooms}.test.ts',
]

const onPostgres: TestProjectConfiguration = {
  extends: true,
  test: {
    ...common,
    name: 'postgres',
    environment: 'node',
    isolate: false,
    globalSetup: ['tests/support/db/postgres-setup.ts'],
    setupFiles: [
      content,
      'tests/support/run/reset-indexeddb.ts',
      'tests/support/run/property-runs.ts',
    ],
    include: process.env.ON_POSTGRES === 'differing' ? differing : serverTests,
    exclude: engineIndependent,
    // Every write is run twice: after a conflict it would be, too.
    env: { TEST_ENGINE: 'postgres', REPEAT_WRITES: '1' },
  },
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // One more than the cores of a two-core machine: tests also wait for files, processes and timeouts.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'unit',
          environment: 'node',
          // Without isolation files share loaded modules; loading them took most of the time.
          isolate: false,
          setupFiles: [
            content,
            'tests/support/run/reset-indexeddb.ts',
            'tests/support/run/property-runs.ts',
          ],
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/support/run/zone.test.ts', 'tests/postgres/**', ...onlyLong],
        },
      },
      inPage('components', { include: componentTests, exclude: guestsTests }),
      // On Preact, as the guests' page is built.
      { ...inPage('guests', { include: guestsTests }), resolve: { alias: preact } },
      inZone(FAR_ZONE),
      ...(process.env.TEST_DATABASE_URL || findPostgres() ? [onPostgres] : []),
    ],
  },
})
