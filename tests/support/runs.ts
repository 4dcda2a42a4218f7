import fc from 'fast-check'

/**
 * Runs a property: a taste of it in `npm test`, with the same seed each time; all of it in
 * `npm run test:long`, which sets how many runs, from which seed, and for how long at most.
 */
export async function assertProperty<T>(
  property: fc.IAsyncProperty<T>,
  taste: number,
  examples: T[] = [],
): Promise<void> {
  const { PROPERTY_RUNS, PROPERTY_SEED, PROPERTY_MINUTES } = process.env
  const seed = Number(PROPERTY_SEED ?? 20261121)
  const limit = PROPERTY_MINUTES
    ? { interruptAfterTimeLimit: Number(PROPERTY_MINUTES) * 60_000 }
    : {}
  const details = await fc.check(property, {
    seed,
    examples,
    numRuns: Number(PROPERTY_RUNS ?? taste),
    ...limit,
  })
  if (PROPERTY_RUNS) process.stdout.write(`${details.numRuns} runs, seed ${seed}\n`)
  if (details.failed) throw new Error(fc.defaultReportMessage(details))
}
