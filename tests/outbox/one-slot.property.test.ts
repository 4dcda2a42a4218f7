import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bookingFields } from '#tests/support/forms.ts'
import { contactSubmission, type Device } from '#tests/support/outbox.ts'
import { inWorld, replay, replaying, settleAll } from '#tests/support/outbox-visitors.ts'
import { assertProperty } from '#tests/support/runs.ts'

const MINUTE = 60_000
const MOST = 6
const START = '2026-11-24T09:00:00.000Z'

it(
  'of any number of visitors who ask for one time, in any order and however often, exactly one is confirmed and has a mail; the others are told',
  async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.integer({ min: 2, max: MOST }),
        fc.array(replaying(MOST), { maxLength: 15 }),
        (visitors, tries) =>
          inWorld(visitors, async (world, devices) => {
            for (const [index, device] of devices.entries()) await ask(device, index)
            for (const how of tries) {
              const device = devices[how.visitor]
              if (device) await replay(world, device, how)
            }
            await settleAll(world, devices)
            expect(world.bookedStarts()).toEqual([Date.parse(START)])
            expect(world.mails('confirmed')).toHaveLength(1)
            const [winner, ...others] = (await outcomes(devices)).sort(sentFirst)
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

async function ask(device: Device, visitor: number): Promise<void> {
  const message = `Asked by ${visitor}`
  const { 'form-name': _form, ...fields } = bookingFields({ start: START, message })
  await device.outbox.queue(
    contactSubmission(randomUUID(), { form: 'booking', fields, slotStart: Date.parse(START) }),
  )
}

/** State, code and message of each device's single entry. */
async function outcomes(devices: Device[]) {
  const entries = (await Promise.all(devices.map((device) => device.outbox.list()))).flat()
  expect(entries).toHaveLength(devices.length)
  return entries.map(({ state, problem, fields }) => ({
    state,
    code: problem?.code,
    message: fields?.message,
  }))
}

function sentFirst(a: { state: string }, b: { state: string }): number {
  return Number(b.state === 'sent') - Number(a.state === 'sent')
}
