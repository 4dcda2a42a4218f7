import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { getTempDirEnv } from '#tests/support/memory-temp-dir.ts'
import { PUBLIC_URL, publicBuildArgs } from '#tests/support/public-build.ts'
import { catchBugs } from './deliberate-bugs/run.ts'

/**
 * `npm run test:long`: runs the deliberate bugs, then each property for a long time, and prints its
 * runs and seed. `-- bugs` runs only the bugs; a second word selects those whose title contains it.
 */
const RUNS = '100000'
const MINUTES = '30'

const vitest = path.join(
  path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)
spawnSync(process.execPath, [...publicBuildArgs, '--when-needed'], {
  stdio: 'inherit',
  env: { ...process.env, PUBLIC_URL },
})
const [only, about] = process.argv.slice(2)
const caught = await catchBugs(about)
const passed = only === 'bugs' || checkProperties()
process.exitCode = caught && passed ? 0 : 1

function checkProperties(): boolean {
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
        ...getTempDirEnv(),
      },
    },
  )
  return status === 0
}
