import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelByGuest } from '#server/booking/commands.ts'
import { type OwnerCommand, ownerCommands } from '#shared/booking/owner-commands.ts'
import { type BookingStatus, bookingStatuses, canTransition } from '#shared/booking/status.ts'
import { type OwnerDesk, openOwnerDesk, START } from '#tests/support/booking/owner-desk.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let desk: OwnerDesk
beforeEach(async () => {
  desk = await openOwnerDesk()
})
afterEach(() => desk.close())

type EndStatuses = Partial<Record<BookingStatus, BookingStatus>>

const unchangedStatuses = Object.fromEntries(
  bookingStatuses.map((status) => [status, status]),
) as EndStatuses

/** The new status by command and old status of a free booking; all others are refused. */
const endsBeforeStart: Record<OwnerCommand, EndStatuses> = {
  accept: { requested: 'confirmed' },
  move: { confirmed: 'confirmed', needs_new_time: 'confirmed' },
  offer: {
    requested: 'needs_new_time',
    confirmed: 'needs_new_time',
    needs_new_time: 'needs_new_time',
  },
  cancel: {
    requested: 'cancelled',
    awaiting_payment: 'cancelled',
    confirmed: 'cancelled',
    needs_new_time: 'cancelled',
  },
  complete: { no_show: 'completed' },
  markNoShow: { completed: 'no_show' },
  refund: { completed: 'completed', no_show: 'no_show' },
  resend: { confirmed: 'confirmed' },
  dismissClash: { confirmed: 'confirmed' },
  setLocation: {
    requested: 'requested',
    awaiting_payment: 'awaiting_payment',
    confirmed: 'confirmed',
    needs_new_time: 'needs_new_time',
  },
  note: unchangedStatuses,
}

const endsAfterStart: Record<OwnerCommand, EndStatuses> = {
  accept: {},
  move: { needs_new_time: 'confirmed' },
  offer: { requested: 'needs_new_time', needs_new_time: 'needs_new_time' },
  cancel: endsBeforeStart.cancel,
  complete: { confirmed: 'completed', no_show: 'completed' },
  markNoShow: { confirmed: 'no_show', completed: 'no_show' },
  refund: endsBeforeStart.refund,
  resend: {},
  dismissClash: {},
  setLocation: {
    requested: 'requested',
    awaiting_payment: 'awaiting_payment',
    needs_new_time: 'needs_new_time',
  },
  note: unchangedStatuses,
}

describe.each([
  { when: 'before the meeting', now: START - 3 * DAY, ends: endsBeforeStart },
  { when: 'after the meeting', now: START + HOUR, ends: endsAfterStart },
])('$when', ({ now, ends }) => {
  const table = bookingStatuses.flatMap((status) =>
    ownerCommands.map((command) => ({ status, command, end: ends[command][status] })),
  )
  const allowed = table.filter(({ end }) => end !== undefined)
  const refused = table.filter(({ end }) => end === undefined)

  it.each(allowed)(
    '$command changes a booking from $status to $end, and to no other status',
    async (testCase) => {
      const { status, command, end } = testCase
      const paid = command === 'refund'
      const id = await desk.put(status, paid ? 'bespoke-planning' : undefined)
      await desk.makeBusy(START - HOUR, START + 2 * HOUR)
      desk.time.now = now
      const result = await desk.order(id, command, paid ? { refund: 100_000 } : {})
      expect(result).toMatchObject({ ok: true, value: { id, status: end } })
      expect((await desk.row(id)).status).toBe(end)
      expect(await desk.cells(id)).toEqual(await desk.dueCells(id))
      expect(status === end || (end && canTransition(status, end))).toBe(true)
    },
  )

  it.each(refused)(
    '$command is refused for a booking with status $status, with a reason, and changes nothing',
    async (testCase) => {
      const { status, command } = testCase
      const id = await desk.put(status)
      await desk.makeBusy(START - HOUR, START + 2 * HOUR)
      desk.time.now = now
      const unchanged = await desk.everything()
      const result = await desk.order(id, command)
      expect(result).toMatchObject({ ok: false, status: 409, refusal: { code: 'state' } })
      expect(!result.ok && result.refusal.error).toMatch(/\.$/)
      expect(await desk.everything()).toBe(unchanged)
    },
  )
})

describe('A command based on an earlier version of the record', () => {
  it.each(ownerCommands.filter((command) => command !== 'refund'))(
    'has no second effect on a double click of %s, and receives the current record',
    async (command) => {
      const status = { accept: 'requested', complete: 'confirmed', markNoShow: 'confirmed' }[
        command as string
      ]
      const id = await desk.put((status ?? 'confirmed') as BookingStatus)
      await desk.makeBusy(START - HOUR, START + 2 * HOUR)
      if (['complete', 'markNoShow'].includes(command)) desk.time.now = START + HOUR
      const { version: seen } = await desk.record(id)
      const answers = await Promise.all([
        desk.order(id, command, { expectedVersion: seen }),
        desk.order(id, command, { expectedVersion: seen }),
      ])
      const { version } = await desk.record(id)
      const stale = { ok: false, status: 409, refusal: { code: 'stale', current: { id, version } } }
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.filter(({ ok }) => !ok)).toMatchObject([stale])
      expect((await desk.record(id)).history.filter(({ kind }) => kind !== 'mail')).toHaveLength(2)
    },
  )

  it('is still accepted if only a video link was added since', async () => {
    const id = await desk.put('confirmed')
    const { version: seen } = await desk.record(id)
    await desk.db.write(async (tx) =>
      desk.features.booking.effects.onConfirmed(tx, await desk.row(id, tx)),
    )
    expect((await desk.order(id, 'note', { expectedVersion: seen })).ok).toBe(true)
  })
})

describe('A race between owner and guest', () => {
  it('ends with the guest’s cancellation, whichever came first', async () => {
    const id = await desk.put('confirmed')
    const { version: seen } = await desk.record(id)
    const { booking: rules } = desk.features
    const [cancelled, moved] = await Promise.all([
      desk.db.write(async (tx) => cancelByGuest(tx, rules, await desk.row(id, tx))),
      desk.order(id, 'move', { expectedVersion: seen }),
    ])
    expect(cancelled.ok).toBe(true)
    expect(moved.ok || moved.refusal.code).toBeOneOf([true, 'stale'])
    expect(await desk.row(id)).toMatchObject({ status: 'cancelled' })
    expect(await desk.cells(id)).toEqual([])
  })

  it('lets the guest cancel a booking that the owner has just moved', async () => {
    const id = await desk.put('confirmed')
    const { booking: rules } = desk.features
    await desk.order(id, 'move')
    const cancelled = await desk.db.write(async (tx) =>
      cancelByGuest(tx, rules, await desk.row(id, tx)),
    )
    expect(cancelled).toMatchObject({ ok: true, value: { status: 'cancelled' } })
    expect(await desk.cells(id)).toEqual([])
  })
})
