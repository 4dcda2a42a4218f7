import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Flow } from '#client/booking/flow.ts'
import { draftOf } from '#client/booking/submit/request.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { contactSubmission, Device } from '#tests/support/outbox.ts'
import { World } from '#tests/support/outbox-world.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-11-24T09:00:00Z')
const OTHER_START = Date.parse('2026-11-24T11:00:00Z')
const KEY = '11111111-1111-4111-8111-111111111111'
const OTHERS = '33333333-3333-4333-8333-333333333333'
const NEW = '22222222-2222-4222-8222-222222222222'

let world: World
let device: Device
beforeEach(() => {
  world = new World()
  device = new Device()
})
afterEach(() => world.close())

function request(key: string, start: number, message = 'February, if we may.') {
  const { 'form-name': _form, ...fields } = bookingFields({
    start: new Date(start).toISOString(),
    message,
  })
  return contactSubmission(key, { form: 'booking', fields, slotStart: start })
}

const replay = (of = device) => of.replay(world.reach('one of them', () => 'none'))
const mails = () => world.mails('confirmed').length

async function theOnly(): Promise<OutboxEntry> {
  const [entry] = await device.outbox.list()
  if (!entry) throw new Error('There is no entry')
  return entry
}

/** The draft with which a person continues the entry, in the form's time zone. */
const goesOn = (entry: OutboxEntry) => draftOf(entry, { zone: 'Europe/Oslo' } as Flow)

async function expectOtherTimes(reason: string): Promise<void> {
  const entry = await theOnly()
  expect(entry).toMatchObject({ state: 'attention', fields: request(KEY, START).fields })
  const { draft, step } = goesOn(entry)
  expect(step).toBe('other-time')
  expect(draft).toMatchObject({
    start: null,
    lost: START,
    lostReason: reason,
    date: '2026-11-24',
    firstName: 'Elisabeth',
    email: 'elisabeth@example.com',
    message: 'February, if we may.',
    destinations: ['Norway', 'Iceland'],
  })
}

describe('a booking that waits', () => {
  test('whose time is taken meanwhile asks for another, keeps all that was typed, and causes no mail', async () => {
    await device.outbox.queue(request(KEY, START))
    const other = new Device()
    await other.outbox.queue(request(OTHERS, START, 'First come'))
    await replay(other)
    await replay()
    await expectOtherTimes('away')
    expect(mails()).toBe(1)
    await device.outbox.replace(KEY, request(NEW, OTHER_START))
    await replay()
    expect(await theOnly()).toMatchObject({ key: NEW, state: 'sent' })
    expect(world.bookedStarts()).toEqual([START, OTHER_START])
    expect(mails()).toBe(2)
  })

  test('whose time passes meanwhile is not sent, asks for another, and causes no mail', async () => {
    await device.outbox.queue(request(KEY, START))
    device.time.now = START
    let requests = 0
    await device.replay(async () => {
      requests++
      return Response.json({ key: KEY }, { status: 201 })
    })
    expect(requests).toBe(0)
    await expectOtherTimes('past')
    expect(mails()).toBe(0)
  })

  test('whose time has passed for the server alone, the device’s clock being slow, is treated alike', async () => {
    await device.outbox.queue(request(KEY, START))
    world.time.now = START + HOUR
    await replay()
    await expectOtherTimes('past')
    expect(world.bookedStarts()).toEqual([])
    expect(mails()).toBe(0)
  })
})
