import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JourneySimulation, journeySteps, networkSteps } from '#tests/support/journey-simulation.ts'
import { assertProperty } from '#tests/support/property-runs.ts'
import { SyncSimulation } from '#tests/support/sync-simulation.ts'

const stories = fc.array(fc.oneof({ weight: 2, arbitrary: journeySteps }, networkSteps), {
  minLength: 5,
  maxLength: 40,
})

it('However one journey is planned on three devices over a bad network, all show the same days in the same order, and nothing typed is lost', async () => {
  await assertProperty(
    fc.asyncProperty(stories, async (story) => {
      const simulation = await SyncSimulation.open()
      try {
        const journey = new JourneySimulation(simulation)
        await journey.create()
        for (const step of story)
          if (step.do === 'journey') await journey.runStep(step)
          else await simulation.runStep(step)
        await simulation.settle()
        expect(await simulation.findProblems()).toEqual([])
        const [first, ...others] = [
          await journey.describe(0),
          await journey.describe(1),
          await journey.describe(2),
        ]
        for (const other of others) expect(other).toEqual(first)
        expect(await journey.listHidden(0)).toEqual([])
      } finally {
        await simulation.close()
      }
    }),
  )
}, 3_600_000)
