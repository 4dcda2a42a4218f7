import fc from 'fast-check'

const { PROPERTY_RUNS, PROPERTY_SEED, PROPERTY_MINUTES } = process.env

// `npm test` runs each property 30 times, from a new seed each time, which it prints;
// `npm run test:long` sets the number of runs, the seed and the longest time.
fc.configureGlobal({
  numRuns: Number(PROPERTY_RUNS ?? 30),
  ...(PROPERTY_SEED ? { seed: Number(PROPERTY_SEED) } : {}),
  ...(PROPERTY_MINUTES ? { interruptAfterTimeLimit: Number(PROPERTY_MINUTES) * 60_000 } : {}),
})

/** Runs a costly property; `settings.numRuns` applies unless `PROPERTY_RUNS` is set. */
export async function assertProperty<T>(
  property: fc.IAsyncProperty<T>,
  { numRuns, ...settings }: fc.Parameters<T> = {},
): Promise<void> {
  const runs = numRuns === undefined || PROPERTY_RUNS ? {} : { numRuns }
  const details = await fc.check(property, { ...settings, ...runs })
  if (PROPERTY_RUNS) process.stdout.write(`${details.numRuns} runs, seed ${details.seed}\n`)
  if (details.failed)
    throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance })
}
