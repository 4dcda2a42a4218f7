/** How much of a long property to run: a taste in `npm test`, all of it in `npm run test:long`. */
export function propertyRuns(taste: number): { seed: number; numRuns: number } {
  const numRuns = Number(process.env.PROPERTY_RUNS ?? taste)
  const seed = Number(process.env.PROPERTY_SEED ?? 20261121)
  return { seed, numRuns }
}
