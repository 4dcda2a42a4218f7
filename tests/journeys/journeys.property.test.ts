import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  JourneySimulation,
  type JourneyStep,
  journeySteps,
  linkSteps,
  networkSteps,
  restoreSteps,
} from '#tests/support/journeys/journey-simulation.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import type { Step } from '#tests/support/sync/simulation-steps.ts'
import { SyncSimulation } from '#tests/support/sync/sync-simulation.ts'

/** Runs stories of these steps and of the network on three devices; then all have synced. */
function checkStories(
  steps: fc.Arbitrary<JourneyStep | Step>,
  check: (journey: JourneySimulation) => Promise<void>,
): Promise<void> {
  const both = fc.oneof({ weight: 2, arbitrary: steps }, networkSteps)
  const stories = fc.array<JourneyStep | Step>(both, { minLength: 5, maxLength: 40 })
  return assertProperty(
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
        await check(journey)
      } finally {
        await simulation.close()
      }
    }),
  )
}

it('However one journey is planned on three devices over a bad network, and however the server is restored, all show the same days in the same order, and nothing typed is lost', async () => {
  const steps = fc.oneof({ weight: 9, arbitrary: journeySteps }, restoreSteps)
  await checkStories(steps, async (journey) => {
    const [first, ...others] = [
      await journey.describe(0),
      await journey.describe(1),
      await journey.describe(2),
    ]
    for (const other of others) expect(other).toEqual(first)
    expect(await journey.findExtensionProblems()).toEqual([])
    expect(await journey.listHidden(0)).toEqual([])
  })
}, 3_600_000)

it('However three devices publish and close one link over a bad network, guests have the newest copy, or a closed link if one was closed', async () => {
  await checkStories(linkSteps, async (journey) => {
    expect(await journey.findLinkProblems()).toEqual([])
  })
}, 3_600_000)
