import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '#tests/support/runs.ts'
import { examples, steps } from '#tests/support/story-steps.ts'
import { Story } from '#tests/support/sync-story.ts'

it('whatever three devices, the network and the server go through, at rest all are equal and no edit is lost unseen', async () => {
  await assertProperty(
    fc.asyncProperty(steps, async (story) => {
      const told = new Story()
      try {
        for (const step of story) await told.play(step)
        await told.rest()
        expect(await told.faults()).toEqual([])
      } finally {
        await told.close()
      }
    }),
    { examples },
  )
}, 3_600_000)
