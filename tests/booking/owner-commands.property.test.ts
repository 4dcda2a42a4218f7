import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cancelByGuest } from '#server/booking/commands.ts'
import { mapInOrder } from '#server/lib/in-order.ts'
import { ownerCommands } from '#shared/booking/owner-commands.ts'
import { type BookingStatus, canTransition } from '#shared/booking/status.ts'
import { getService, listServices } from '#shared/content/services.ts'
import { type OwnerDesk, openOwnerDesk, START } from '#tests/support/booking/owner-desk.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

const initialStatuses: BookingStatus[] = [
  'requested',
  'awaiting_payment',
  'confirmed',
  'needs_new_time',
]
const which = fc.nat({ max: 2 })
const when = fc.integer({ min: -4, max: 60 }).map((halfHours) => START + halfHours * (HOUR / 2))

const step = fc.oneof(
  fc.record({
    do: fc.constant('owner' as const),
    which,
    command: fc.constantFrom(...ownerCommands),
    start: when,
    starts: fc.array(when, { minLength: 1, maxLength: 3 }),
    refund: fc.constantFrom(0, 0, 100_000, 150_000, 400_000),
    late: fc.boolean(),
  }),
  fc.record({ do: fc.constant('guest moves' as const), which, start: when }),
  fc.record({ do: fc.constant('guest cancels' as const), which }),
  fc.record({ do: fc.constant('guest pays' as const), which }),
  fc.record({ do: fc.constant('time passes' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('work is done' as const) }),
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

it(
  'After any actions of owner, guest and time, each slot has one booking, payment fits the status, and only legal transitions occur',
  async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.array(
          fc.record({
            service: fc.constantFrom(...listServices().map(({ type }) => type)),
            begin: fc.constantFrom(...initialStatuses),
          }),
          {
            minLength: 3,
            maxLength: 3,
          },
        ),
        fc.array(step, { maxLength: 18 }),
        async (bookings, steps) => {
          const desk = await openOwnerDesk()
          try {
            const ids: string[] = []
            for (const [turn, { service, begin }] of bookings.entries())
              ids.push(await desk.put(begin, service, START + turn * 2 * HOUR))
            await play(desk, ids, steps)
          } finally {
            await desk.close()
          }
        },
      ),
      { numRuns: 30 },
    )
  },
  40 * MINUTE,
)

async function play(
  desk: OwnerDesk,
  ids: readonly string[],
  steps: readonly Step[],
): Promise<void> {
  const versions = await mapInOrder(ids, async (id) => (await desk.record(id)).version)
  for (const one of steps) {
    const before = await mapInOrder(ids, (id) => desk.row(id))
    await take(desk, ids, { step: one, versions })
    for (const [index, id] of ids.entries()) {
      const from = before[index]?.status
      const to = (await desk.row(id)).status
      if (from && from !== to) expect(canTransition(from, to), `${from} to ${to}`).toBe(true)
      await expectConsistent(desk, id)
    }
  }
  await desk.drain()
  for (const id of ids) await expectConsistent(desk, id)
}

async function take(
  desk: OwnerDesk,
  ids: readonly string[],
  { step: one, versions }: { step: Step; versions: string[] },
): Promise<void> {
  if (one.do === 'time passes') {
    desk.time.now += one.hours * HOUR
    return desk.features.payments.sweep()
  }
  if (one.do === 'work is done') return desk.drain()
  const id = ids[one.which] ?? ''
  if (one.do === 'guest pays') {
    await desk.pay(id)
  } else if (one.do === 'guest moves') {
    await desk.guestMoves(id, one.start)
  } else if (one.do === 'guest cancels') {
    const { booking: rules } = desk.features
    await desk.db.write(async (tx) => cancelByGuest(tx, rules, await desk.row(id, tx)))
  } else {
    const { command, late, ...wishes } = one
    const seen = (late && versions[one.which]) || (await desk.record(id)).version
    const stale = seen !== (await desk.record(id)).version
    const unchanged = await desk.everything()
    const result = await desk.order(id, command, { ...wishes, expectedVersion: seen })
    if (stale) expect(result).toMatchObject({ ok: false, refusal: { code: 'stale' } })
    if (!result.ok) expect(await desk.everything()).toBe(unchanged)
    versions[one.which] = seen
  }
}

async function expectConsistent(desk: OwnerDesk, id: string): Promise<void> {
  const row = await desk.row(id)
  const { status, payment, amount } = row
  expect(await desk.cells(id)).toEqual(await desk.dueCells(id))
  expect(row.ends_at - row.starts_at).toBe(getService(row.service_type).durationMinutes * MINUTE)
  expect(row.hold_expires_at !== null).toBe(status === 'awaiting_payment' && amount > 0)
  const retainsPayment = ['confirmed', 'completed', 'no_show'].includes(status)
  const back = status !== 'confirmed' && payment === 'refunded'
  if (retainsPayment && !back) expect(payment).toBe(amount > 0 ? 'paid' : 'none')
  const { refunded } = await desk.record(id)
  expect(refunded).toBeLessThanOrEqual(payment === 'paid' || payment === 'refunded' ? amount : 0)
  if (refunded > 0) expect(['cancelled', 'expired', 'completed', 'no_show']).toContain(status)
}
