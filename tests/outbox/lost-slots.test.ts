import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyDraft, type Draft, type Flow } from '#client/booking/flow.ts'
import { resumeBooking } from '#client/booking/submit/booking-submission.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { buildContactSubmission, OutboxDevice } from '#tests/support/outbox/outbox-device.ts'
import { OutboxServer } from '#tests/support/outbox/outbox-server.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-11-24T09:00:00Z')
const OTHER_START = Date.parse('2026-11-24T11:00:00Z')
const KEY = '11111111-1111-4111-8111-111111111111'
const OTHER_KEY = '33333333-3333-4333-8333-333333333333'
const NEW = '22222222-2222-4222-8222-222222222222'

let world: OutboxServer
let device: OutboxDevice
beforeEach(async () => {
  world = await OutboxServer.open()
  device = new OutboxDevice()
})
afterEach(() => world.close())

function createSubmission(key: string, start: number, message = 'February, if we may.') {
  const { 'form-name': _form, ...fields } = buildBookingFields({
    start: new Date(start).toISOString(),
    message,
  })
  return buildContactSubmission(key, { form: 'booking', fields, slotStart: start })
}

const replay = (of = device) => of.replay(world.createFetch('one of them', () => 'none'))
const countMails = async () => (await world.listMails('confirmed')).length

async function getOnlyEntry(): Promise<OutboxEntry> {
  const [entry] = await device.outbox.list()
  if (!entry) throw new Error('There is no entry')
  return entry
}

/** The draft with which a person continues the entry, in the form's time zone. */
async function resumeDraft(entry: OutboxEntry) {
  let draft = createEmptyDraft(() => OTHER_KEY)
  const change = (patch: Partial<Draft>) => {
    draft = { ...draft, ...patch }
  }
  const step = await resumeBooking(entry, { zone: 'Europe/Oslo', draft, change } as Flow)
  return { draft, step }
}

async function expectSlotLost(reason: string): Promise<void> {
  const entry = await getOnlyEntry()
  expect(entry).toMatchObject({ state: 'attention', fields: createSubmission(KEY, START).fields })
  const { draft, step } = await resumeDraft(entry)
  expect(step).toBe('other-time')
  expect(draft).toMatchObject({
    start: null,
    lostStart: START,
    lostReason: reason,
    date: '2026-11-24',
    typed: {
      first_name: 'Elisabeth',
      email: 'elisabeth@example.com',
      message: 'February, if we may.',
      destinations: 'Norway,Iceland',
    },
  })
}

describe('A queued booking', () => {
  test('whose slot is taken meanwhile needs another slot, preserves all input and causes no email', async () => {
    await device.outbox.enqueue(createSubmission(KEY, START))
    const other = new OutboxDevice()
    await other.outbox.enqueue(createSubmission(OTHER_KEY, START, 'First come'))
    await replay(other)
    await replay()
    await expectSlotLost('away')
    expect(await countMails()).toBe(1)
    await device.outbox.supersede(KEY, createSubmission(NEW, OTHER_START))
    await replay()
    expect(await getOnlyEntry()).toMatchObject({ key: NEW, state: 'sent' })
    expect(await world.listBookedStarts()).toEqual([START, OTHER_START])
    expect(await countMails()).toBe(2)
  })

  test('whose slot passes meanwhile is not sent, needs another slot and causes no email', async () => {
    await device.outbox.enqueue(createSubmission(KEY, START))
    device.time.now = START
    let requests = 0
    await device.replay(async () => {
      requests++
      return Response.json({ key: KEY }, { status: 201 })
    })
    expect(requests).toBe(0)
    await expectSlotLost('past')
    expect(await countMails()).toBe(0)
  })

  test('whose slot has passed only by the server’s clock, as the device’s is slow, also needs another slot and causes no email', async () => {
    await device.outbox.enqueue(createSubmission(KEY, START))
    world.time.now = START + HOUR
    await replay()
    await expectSlotLost('past')
    expect(await world.listBookedStarts()).toEqual([])
    expect(await countMails()).toBe(0)
  })
})
