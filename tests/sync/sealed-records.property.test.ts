import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '#tests/support/runs.ts'
import { steps } from '#tests/support/story-steps.ts'
import { Story } from '#tests/support/sync-story.ts'

it('whatever three devices go through, it comes to the same with passphrases set and removed on them meanwhile', async () => {
  await assertProperty(
    fc.asyncProperty(steps, fc.nat({ max: 4 }), async (story, often) => {
      const told = new Story()
      try {
        for (const [i, step] of story.entries()) {
          if ((i + often) % 5 === 0) await told.devices[i % told.devices.length]?.toggleSeal()
          await told.play(step)
        }
        await told.rest()
        expect(await told.faults()).toEqual([])
      } finally {
        await told.close()
      }
    }),
    { numRuns: 30 },
  )
}, 3_600_000)
