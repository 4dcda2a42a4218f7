import fc from 'fast-check'

const { PROPERTY_RUNS, PROPERTY_SEED, PROPERTY_MINUTES } = process.env

// A taste of each property in `npm test`, from another seed each time, which is printed; thousands of
// runs in `npm run test:long`, which sets how many, from which seed, and for how long at most.
fc.configureGlobal({
  numRuns: Number(PROPERTY_RUNS ?? 60),
  ...(PROPERTY_SEED ? { seed: Number(PROPERTY_SEED) } : {}),
  ...(PROPERTY_MINUTES ? { interruptAfterTimeLimit: Number(PROPERTY_MINUTES) * 60_000 } : {}),
})

/** Runs a property that is costly; `settings.numRuns` holds where no other number is set. */
export async function assertProperty<T>(
  property: fc.IAsyncProperty<T>,
  { numRuns, ...settings }: fc.Parameters<T> = {},
): Promise<void> {
  const runs = numRuns === undefined || PROPERTY_RUNS ? {} : { numRuns }
  const details = await fc.check(property, { ...settings, ...runs })
  if (PROPERTY_RUNS) process.stdout.write(`${details.numRuns} runs, seed ${details.seed}\n`)
  if (details.failed) throw new Error(fc.defaultReportMessage(details))
}
