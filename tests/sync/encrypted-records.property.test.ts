import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { steps } from '#tests/support/sync/simulation-steps.ts'
import { SyncSimulation } from '#tests/support/sync/sync-simulation.ts'

it('After any events on three devices, all end up equal even if passphrases are set and removed meanwhile', async () => {
  await assertProperty(
    fc.asyncProperty(steps, fc.nat({ max: 4 }), async (story, often) => {
      const simulation = await SyncSimulation.open()
      try {
        for (const [i, step] of story.entries()) {
          if ((i + often) % 5 === 0)
            await simulation.devices[i % simulation.devices.length]?.toggleEncryption()
          await simulation.runStep(step)
        }
        await simulation.settle()
        expect(await simulation.findProblems()).toEqual([])
      } finally {
        await simulation.close()
      }
    }),
    { numRuns: 30 },
  )
}, 3_600_000)
