import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { getTempDirEnv } from '#tests/support/run/memory-temp-dir.ts'
import { PUBLIC_URL, renderPublicPages } from '#tests/support/server/server.ts'
import { catchBugs } from './deliberate-bugs/run.ts'

/**
 * `npm run test:long`: runs the deliberate bugs, then every server test on PostgreSQL, then each property for a
 * long time, and prints its runs and seed. `-- bugs` runs only the bugs, and a second word selects those whose title
 * contains it; `-- postgres` runs only the server tests.
 */
const RUNS = '100000'
const MINUTES = '30'

const vitest = path.join(
  path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)
spawnSync(process.execPath, renderPublicPages, {
  stdio: 'inherit',
  env: { ...process.env, PUBLIC_URL },
})
const [only, about] = process.argv.slice(2)
const parts: Record<string, () => boolean | Promise<boolean>> = {
  bugs: async () => (await catchBugs(about)) && (about !== undefined || checkSyncBugs()),
  postgres: () => runTests(['--project=postgres']),
  properties: checkProperties,
}
let passed = true
for (const [name, run] of Object.entries(parts))
  if (only === undefined || only === name) passed = (await run()) && passed
process.exitCode = passed ? 0 : 1

function checkSyncBugs(): boolean {
  return runTests(['tests/sync/deliberate-bugs', '--project=unit'], { LONG_TESTS: '1' })
}

function checkProperties(): boolean {
  const seed = String(process.env.PROPERTY_SEED ?? process.hrtime.bigint() % 2_147_483_647n)
  const args = ['.property.', '--project=unit', '--disableConsoleIntercept']
  return runTests(args, { PROPERTY_RUNS: RUNS, PROPERTY_MINUTES: MINUTES, PROPERTY_SEED: seed })
}

/** Variables of the environment come before `env`. */
function runTests(args: readonly string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config=tests/vitest.config.ts', ...args],
    { stdio: 'inherit', env: { ...env, ...process.env, ...getTempDirEnv() } },
  )
  return status === 0
}
