import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cancelByGuest } from '#server/booking/commands.ts'
import { type Booking, findBooking } from '#server/booking/store.ts'
import { openSenders } from '#tests/support/booking/senders.ts'

const small = (least: number, most: number) => fc.integer({ min: least, max: most })

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('post' as const),
      home: small(0, 3),
      network: small(0, 2),
      browser: small(0, 5),
      mailbox: small(0, 8),
      slot: small(0, 60),
      service: fc.constantFrom('initial_consultation' as const, 'bespoke_planning' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('cancel' as const), which: small(0, 40) }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('wait' as const), minutes: small(1, 600) }),
  },
)

const MAX_UPCOMING = { block: 30, site: 12, network: 10, browser: 6, mailbox: 4 }
const MAX_HOLDS = { block: 18, site: 8, network: 6, browser: 3, mailbox: 6 }
const kinds = ['block', 'site', 'network', 'browser', 'mailbox'] as const

/** Homes with a /56 in one /48, and IPv4 homes in one /24. */
function toAddress({ home, network, slot }: { home: number; network: number; slot: number }) {
  return slot % 2 ? `2001:db8:0:${home}0${network}::${slot}` : `192.0.2.${home}`
}

it('No sequence of bookings, cancellations and elapsed time lets one sender exceed the caps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const site = await openSenders({ DEMO: '1' })
      try {
        const times = await site.openTimes(20, '2026-11-30')
        for (const one of steps) {
          if (one.act === 'post')
            await site.post({
              ip: toAddress(one),
              browser: `browser-number-${one.browser}-of-the-test`,
              email: `guest${one.mailbox}+${one.slot}@example.com`,
              start: times[one.slot] ?? 0,
              service: one.service,
            })
          else if (one.act === 'wait') site.time.now += one.minutes * 60_000
          else {
            const chosen = (await site.bookings())[one.which]
            await site.db.write(async (tx) => {
              const booking = chosen && (await findBooking(tx, chosen.id))
              if (booking) await cancelByGuest(tx, site.rules, booking)
            })
          }
          expectWithinCaps(await site.bookings())
        }
        const blocking = (await site.bookings()).filter(({ blocks_slot }) => blocks_slot === 1)
        expect(await site.heldTimes()).toBe(blocking.length)
      } finally {
        await site.close()
      }
    }),
    { numRuns: 25 },
  )
})

function expectWithinCaps(bookings: readonly Booking[]): void {
  for (const kind of kinds) {
    const free = new Map<string, number>()
    const holds = new Map<string, number>()
    for (const booking of bookings.filter(({ blocks_slot }) => blocks_slot === 1)) {
      const counts = booking.status === 'awaiting_payment' ? holds : free
      const key = booking[kind] ?? ''
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect(Math.max(0, ...free.values())).toBeLessThanOrEqual(MAX_UPCOMING[kind])
    expect(Math.max(0, ...holds.values())).toBeLessThanOrEqual(MAX_HOLDS[kind])
  }
}

const byte = fc.integer({ min: 0, max: 255 })
const toGroup = (...bytes: number[]) => Buffer.from(bytes).toString('hex')

/** Addresses of one IPv6 /48, and of one IPv4 /24, written in all ways. */
const addresses = {
  'an IPv6 /48': fc
    .tuple(byte, byte, fc.array(byte, { minLength: 8, maxLength: 8 }))
    .map(([high, low, host]) =>
      [
        '2001:db8:77',
        toGroup(high, low),
        ...[0, 2, 4, 6].map((at) => toGroup(...host.slice(at, at + 2))),
      ].join(':'),
    ),
  'an IPv4 /24': fc
    .tuple(byte, fc.constantFrom('', '::ffff:', '64:ff9b::'))
    .map(([last, form]) => `${form}198.51.100.${last}`),
}

it.each(Object.entries(addresses))(
  'However a sender chooses among the addresses of %s, it takes thirty times and no more',
  async (_name, address) => {
    const site = await openSenders()
    const [sample = []] = fc.sample(fc.array(address, { minLength: 400, maxLength: 400 }), 1)
    const times = await site.openTimes(60, '2026-11-23')
    for (const [index, ip] of sample.entries())
      await site.post({
        ip,
        browser: `browser-number-${index}-of-the-test`,
        email: `guest${index}@example.com`,
        start: times[index] ?? 0,
      })
    const bookings = await site.bookings()
    expect(bookings).toHaveLength(400)
    expect(bookings.filter(({ blocks_slot }) => blocks_slot === 1)).toHaveLength(30)
    await site.close()
  },
)
