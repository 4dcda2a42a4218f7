import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** `npm run test:long`: the properties for as long as they deserve; each prints its runs and seed. */
const RUNS = '100000'
const MINUTES = '30'

const vitest = path.join(
  path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)
const seed = String(process.env.PROPERTY_SEED ?? process.hrtime.bigint() % 2_147_483_647n)
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '.property.',
    '--config=tests/vitest.config.ts',
    '--project=unit',
    '--disableConsoleIntercept',
  ],
  {
    stdio: 'inherit',
    env: {
      PROPERTY_RUNS: RUNS,
      PROPERTY_MINUTES: MINUTES,
      ...process.env,
      PROPERTY_SEED: seed,
      ...memory(),
    },
  },
)
process.exitCode = status ?? 1

/** Each run has a database of its own: in memory where there is a place for files there. */
function memory(): { TMPDIR?: string } {
  return fs.existsSync('/dev/shm') ? { TMPDIR: '/dev/shm' } : {}
}
