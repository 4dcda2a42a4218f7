import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveByGuest } from '#server/booking/commands.ts'
import { listOldZones } from '#shared/lib/zones/zone-law.ts'
import { type OwnerDesk, openOwnerDesk, START } from '#tests/support/booking/owner-desk.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'

const HOUR = 3_600_000
const zone = 'America/Vancouver'

let desk: OwnerDesk
beforeEach(async () => {
  desk = await openOwnerDesk()
})
afterEach(() => desk.close())

/** Books `START`, which the browser shows as `time`. */
async function book(time: string, timezone = zone): Promise<string> {
  const { body } = await desk.features.submissions.submit({
    fields: buildBookingFields({ timezone, time }),
    key: `guest ${time}`,
    sender: { browserToken: 'browser of the guest', ip: '127.0.0.1' },
  })
  return (body as { bookingId: string }).bookingId
}

/** A browser that follows the law in Vancouver, and one with older zone data. */
test.each([
  ['02:00', -420],
  ['01:00', -480],
] as const)(
  'A booking stores the guest’s offset of %s, and the desk gets the plain zone with it',
  async (time, seenOffset) => {
    expect(await desk.record(await book(time))).toMatchObject({
      timezone: zone,
      seenOffset,
      date: '2026-11-24',
      timeSlot: time,
    })
  },
)

test('A move by the owner keeps the guest’s offset, also where our zone data is older than the law', async () => {
  const id = await book('02:00')
  await desk.order(id, 'move', { start: START + 26 * HOUR })
  expect(await desk.record(id)).toMatchObject({
    timezone: zone,
    seenOffset: listOldZones().includes(zone) ? -420 : null,
    date: '2026-11-25',
    timeSlot: '04:00',
  })
})

test('A move by the owner does not keep an offset that contradicts the law', async () => {
  // A browser that still puts clocks forward in Mexico City, where they have been at −6 since 2022.
  const id = await book('04:00', 'America/Mexico_City')
  expect(await desk.record(id)).toMatchObject({ seenOffset: -300, timeSlot: '04:00' })
  await desk.order(id, 'move', { start: START + 26 * HOUR })
  expect(await desk.record(id)).toMatchObject({ seenOffset: null, timeSlot: '05:00' })
})

test('A move by the guest takes the time that the guest’s browser showed', async () => {
  const id = await book('01:00')
  const seen = { date: '2026-11-25', time: '04:00' }
  await desk.db.write(async (tx) =>
    moveByGuest(tx, desk.features.booking, {
      booking: await desk.row(id, tx),
      start: START + 26 * HOUR,
      seen,
      asksEarlyStart: false,
    }),
  )
  expect(await desk.record(id)).toMatchObject({
    timezone: zone,
    seenOffset: -420,
    date: '2026-11-25',
    timeSlot: '04:00',
  })
})
