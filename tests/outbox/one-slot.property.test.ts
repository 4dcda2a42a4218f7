import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildContactSubmission, type OutboxDevice } from '#tests/support/outbox/outbox-device.ts'
import {
  drainAll,
  replay,
  replayRuns,
  runWithServer,
} from '#tests/support/outbox/outbox-replays.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'

const MINUTE = 60_000
const MAX_VISITORS = 6
const START = '2026-11-24T09:00:00.000Z'

it(
  'Of all visitors requesting one slot, in any order and however often, exactly one is confirmed and emailed, the rest refused',
  async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.integer({ min: 2, max: MAX_VISITORS }),
        fc.array(replayRuns(MAX_VISITORS), { maxLength: 15 }),
        (visitors, tries) =>
          runWithServer(visitors, async (world, devices) => {
            for (const [index, device] of devices.entries()) await enqueueBooking(device, index)
            for (const how of tries) {
              const device = devices[how.visitor]
              if (device) await replay(world, device, how)
            }
            await drainAll(world, devices)
            expect(await world.listBookedStarts()).toEqual([Date.parse(START)])
            expect(await world.listMails('confirmed')).toHaveLength(1)
            const [winner, ...others] = (await collectOutcomes(devices)).sort(compareSentFirst)
            expect(winner).toMatchObject({ state: 'sent' })
            expect(others).toEqual(
              others.map(({ message }) => ({ state: 'attention', code: 'taken', message })),
            )
            expect(others.map(({ message }) => message)).not.toContain(undefined)
          }),
      ),
    )
  },
  40 * MINUTE,
)

async function enqueueBooking(device: OutboxDevice, visitor: number): Promise<void> {
  const message = `Asked by ${visitor}`
  const { 'form-name': _form, ...fields } = buildBookingFields({ start: START, message })
  await device.outbox.enqueue(
    buildContactSubmission(randomUUID(), { form: 'booking', fields, slotStart: Date.parse(START) }),
  )
}

/** State, code and message of each device's single entry. */
async function collectOutcomes(devices: OutboxDevice[]) {
  const entries = (await Promise.all(devices.map((device) => device.outbox.list()))).flat()
  expect(entries).toHaveLength(devices.length)
  return entries.map(({ state, problem, fields }) => ({
    state,
    code: problem?.code,
    message: fields?.message,
  }))
}

function compareSentFirst(a: { state: string }, b: { state: string }): number {
  return Number(b.state === 'sent') - Number(a.state === 'sent')
}
