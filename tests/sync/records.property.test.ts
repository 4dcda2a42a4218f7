import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { examples, steps } from '#tests/support/sync/simulation-steps.ts'
import { SyncSimulation } from '#tests/support/sync/sync-simulation.ts'

it('After any events on three devices, network and server, all devices end up equal and no edit is lost silently', async () => {
  await assertProperty(
    fc.asyncProperty(steps, async (story) => {
      const simulation = await SyncSimulation.open()
      try {
        for (const step of story) await simulation.runStep(step)
        await simulation.settle()
        expect(await simulation.findProblems()).toEqual([])
      } finally {
        await simulation.close()
      }
    }),
    { examples },
  )
}, 3_600_000)
