import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/** Tests of time rules run there too: a day ahead, and no code may see where the machine is. */
const FAR_ZONE = 'Pacific/Apia'

const timeTests = ['tests/schedule/**/*.test.ts', 'tests/booking/slots*.test.ts']

/** They start a whole site, whose rules these others prove in every zone. */
const wholeSites = ['tests/schedule/**/*-sync.test.ts']

/** What is waited for comes later on a busy machine than the second that is usual; milliseconds. */
const PATIENCE = 20_000

const common = {
  pool: 'forks',
  restoreMocks: true,
  unstubGlobals: true,
  // Whole processes start and end, threads too, and passwords are costly to guess: minutes on a busy
  // machine. What hangs is still ended.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: PATIENCE } },
} as const

const inZone = (zone: string): TestProjectConfiguration => ({
  extends: true,
  test: {
    ...common,
    name: zone,
    environment: 'node',
    include: [...timeTests, 'tests/support/zone.test.ts'],
    exclude: wholeSites,
    isolate: false,
    setupFiles: ['tests/support/runs.ts'],
    env: { TZ: zone, EXPECTED_TZ: zone },
  },
})

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // One a core: much of the time is spent waiting for files, processes and the network.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'unit',
          environment: 'node',
          // Most of a file's time went into loading the same modules again.
          isolate: false,
          setupFiles: ['tests/support/fresh-browser-store.ts', 'tests/support/runs.ts'],
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/support/zone.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'components',
          // Quicker to start than a process, one for each file.
          pool: 'threads',
          environment: 'jsdom',
          include: ['tests/**/*.dom.test.tsx'],
          setupFiles: ['tests/support/patient-pages.ts'],
        },
      },
      inZone(FAR_ZONE),
    ],
  },
})
