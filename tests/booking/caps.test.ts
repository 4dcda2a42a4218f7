import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelByGuest } from '#server/booking/commands.ts'
import { acceptRequest, type OwnerAction, runOwnerCommand } from '#server/booking/desk-commands.ts'
import { readDeskBooking } from '#server/booking/desk-queries.ts'
import { cancelSenderFlood, readFloods } from '#server/booking/senders/floods.ts'
import { findBooking } from '#server/booking/store.ts'
import type { Flood } from '#shared/booking/flood-api.ts'
import { openSenders, type SenderOptions, type Senders } from '#tests/support/booking/senders.ts'
import { engine } from '#tests/support/db/database.ts'

let site: Senders
beforeEach(async () => {
  site = await openSenders()
})
afterEach(() => site.close())

async function postMany(count: number, of: (index: number) => SenderOptions) {
  const open = (await site.openTimes(14)).length
  for (let index = 0; index < count; index++) {
    const { status } = await site.post(of(index))
    expect(status).toBe(201)
  }
  return { taken: open - (await site.openTimes(14)).length }
}

const countConfirmed = async () =>
  (await site.bookings()).filter(({ status }) => status === 'confirmed').length

describe('The cap on slots that one sender can block', () => {
  it('is ten for one network address, whatever mailboxes and browsers it uses', async () => {
    const { taken } = await postMany(14, (index) => ({ email: `guest${index}@example.com` }))
    expect(await countConfirmed()).toBe(10)
    expect(taken).toBe(10)
    expect(await site.bookings()).toHaveLength(14)
  })

  it('is six for one browser, whatever network addresses it uses', async () => {
    await postMany(10, (index) => ({
      browser: 'one-browser-of-the-tests-00',
      email: `guest${index}@example.com`,
      ip: `198.51.100.${index}`,
    }))
    expect(await countConfirmed()).toBe(6)
  })

  it('is four for one mailbox, however its address is spelled', async () => {
    const spellings = [
      'Anna.Berg@gmail.com',
      'annaberg+nordic@gmail.com',
      'a.n.n.a.berg@googlemail.com',
    ]
    await postMany(9, (index) => ({
      email: spellings[index % spellings.length] ?? '',
      ip: `198.51.100.${index}`,
    }))
    expect(await countConfirmed()).toBe(4)
  })

  it('counts all addresses of one IPv6 network as one', async () => {
    await postMany(14, (index) => ({
      email: `guest${index}@example.com`,
      ip: `2001:db8:1:2::${(index + 1).toString(16)}`,
    }))
    expect(await countConfirmed()).toBe(10)
  })

  it('is twelve for one home with an IPv6 /56, from whichever of its networks it books', async () => {
    await postMany(16, (index) => ({
      email: `guest${index}@example.com`,
      ip: `2001:db8:1:2${index.toString(16).padStart(2, '0')}::1`,
    }))
    expect(await countConfirmed()).toBe(12)
  })
})

describe('The other limits for one sender', () => {
  it('allow eight bookings a day for one mailbox, including those cancelled since', async () => {
    const email = 'family@example.com'
    for (let index = 0; index < 8; index++) {
      const { body } = await site.post({ email, ip: `198.51.100.${index}` })
      expect(body).toMatchObject({ status: 'confirmed' })
      const booking = (await site.bookings()).find(({ status }) => status === 'confirmed')
      if (booking) await site.db.write((tx) => cancelByGuest(tx, site.rules, booking))
      site.time.now += 1000
    }
    const { body } = await site.post({ email, ip: '198.51.100.9' })
    expect(body).toMatchObject({ status: 'requested', blocksSlot: false })
    site.time.now += 86_400_000
    const later = await site.post({ email, ip: '198.51.100.9' })
    expect(later.body).toMatchObject({ status: 'confirmed', blocksSlot: true })
  })

  it('allow three unpaid holds at once for one browser', async () => {
    await site.close()
    site = await openSenders({ DEMO: '1' })
    const paid = { browser: 'one-browser-of-the-tests-00', service: 'bespoke_planning' } as const
    for (let index = 0; index < 3; index++)
      expect((await site.post({ ...paid, email: `guest${index}@example.com` })).status).toBe(201)
    const { status, body } = await site.post({ ...paid, email: 'guest4@example.com' })
    expect(status).toBe(429)
    expect(body).toMatchObject({ code: 'holds' })
  })
})

describe('Many mailboxes that never booked before', () => {
  const stranger = (index: number) => ({
    email: `guest${index}@example.com`,
    ip: `198.51.${index}.7`,
  })

  it('take little more than a quarter of the free times of two weeks within an hour, however many addresses they use', async () => {
    const free = (await site.openTimes(11)).length
    const { taken } = await postMany(50, stranger)
    expect(taken).toBeGreaterThan(free / 4)
    expect(taken).toBeLessThan(free / 4 + 2)
    expect(await site.bookings()).toHaveLength(50)
  })

  it('take no times by paid bookings beyond that either', async () => {
    await site.close()
    site = await openSenders({ DEMO: '1' })
    const free = (await site.openTimes(14)).length
    const { taken } = await postMany(64, (index) => ({
      ...stranger(index),
      service: 'bespoke_planning',
    }))
    expect(taken).toBeLessThan(free / 3)
    const { body } = await site.post({ ...stranger(200), service: 'bespoke_planning' })
    expect(body).toMatchObject({ status: 'requested', blocksSlot: false, holdExpiresAt: null })
  })

  it('do not stop a guest who booked before, and after an hour no further guest', async () => {
    await site.post({ email: 'known@example.com', ip: '203.0.113.9' })
    site.time.now += 2 * 3_600_000
    await postMany(48, stranger)
    expect((await site.post({ email: 'new@example.com', ip: '203.0.113.8' })).body).toMatchObject({
      status: 'requested',
    })
    expect((await site.post({ email: 'known@example.com', ip: '203.0.113.9' })).body).toMatchObject(
      { status: 'confirmed' },
    )
    site.time.now += 3_600_000 + 1
    expect((await site.post({ email: 'new2@example.com', ip: '203.0.113.8' })).body).toMatchObject({
      status: 'confirmed',
    })
  })

  it('stay new while the owner has not answered the requests of their surge', async () => {
    const free = (await site.openTimes(14)).length
    await postMany(50, stranger)
    site.time.now += 2 * 3_600_000
    const left = (await site.openTimes(14)).length
    const { taken } = await postMany(45, stranger)
    expect(taken).toBeLessThan(left / 4 + 4)
    expect(left).toBeGreaterThan((free * 3) / 4 - 4)
  })

  it('are all confirmed while they take fewer than ten times an hour, also when few are free', async () => {
    const busy = { starts_at: Date.parse('2026-11-26'), ends_at: Date.parse('2026-12-31') }
    await site.db.write((tx) =>
      tx
        .insertInto('busy_time')
        .values({ source: 'feed', ...busy })
        .execute(),
    )
    expect((await site.openTimes(14)).length).toBeLessThan(60)
    for (let hour = 0; hour < 4; hour++) {
      await postMany(9, (index) => stranger(hour * 9 + index))
      site.time.now += 3_600_000 + 1
    }
    expect(await countConfirmed()).toBe(4 * 9)
  })

  it('are not limited if rate limiting is turned off for load tests', async () => {
    await site.close()
    site = await openSenders({ RATE_LIMIT: 'off' })
    const { taken } = await postMany(50, stranger)
    expect(taken).toBe(50)
  })
})

describe('Legitimate use within the limits', () => {
  it('a family of four can make four bookings with one mailbox and one browser', async () => {
    await postMany(4, () => ({ email: 'family@example.com', browser: 'the-family-tablet-00000' }))
    expect(await countConfirmed()).toBe(4)
  })

  it('ten guests of one hotel can book from its network', async () => {
    await postMany(10, (index) => ({ email: `guest${index}@hotel.example`, ip: '203.0.113.7' }))
    expect(await countConfirmed()).toBe(10)
  })

  it('a guest who cancels a booking can make another one instead', async () => {
    await postMany(4, () => ({ email: 'family@example.com' }))
    const [first] = await site.bookings()
    if (!first) throw new Error('Nothing booked')
    await site.db.write((tx) => cancelByGuest(tx, site.rules, first))
    const { body } = await site.post({ email: 'family@example.com' })
    expect(body).toMatchObject({ status: 'confirmed', blocksSlot: true })
  })

  it('no limit applies if rate limiting is turned off for load tests', async () => {
    await site.close()
    site = await openSenders({ RATE_LIMIT: 'off' })
    await postMany(15, () => ({ email: 'family@example.com' }))
    expect(await countConfirmed()).toBe(15)
  })
})

describe('A booking request over the cap', () => {
  const overCap = async () => {
    await postMany(11, (index) => ({ email: `guest${index}@example.com` }))
    const booking = (await site.bookings()).find(({ blocks_slot }) => blocks_slot === 0)
    if (!booking) throw new Error('Nothing is over the cap')
    return booking
  }
  const owner = (booking: { id: string }, act: OwnerAction) =>
    site.db.write(async (tx) => {
      const now = await findBooking(tx, booking.id)
      if (!now) throw new Error('gone')
      const { version: seen } = await readDeskBooking(tx, site.rules, now)
      return runOwnerCommand(tx, site.rules, {
        id: booking.id,
        expectedVersion: seen,
        command: 'accept',
        action: act,
      })
    })

  it('is answered as a request that blocks no slot, and its slot is still offered', async () => {
    await postMany(10, (index) => ({ email: `guest${index}@example.com` }))
    const [start] = await site.openTimes()
    const { status, body } = await site.post({ email: 'another@example.com' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'requested', blocksSlot: false })
    expect((await site.openTimes())[0]).toBe(start)
    await site.jobs.drain()
    const mail = site.mails().find(({ to }) => to.includes('another@example.com'))
    expect(mail?.text).toContain('do not hold the time')
  })

  it('blocks its slot once the owner accepts it', async () => {
    const booking = await overCap()
    expect(await owner(booking, acceptRequest)).toMatchObject({
      ok: true,
      value: { status: 'confirmed' },
    })
    expect(await site.heldTimes()).toBe(11)
    expect(await site.openTimes()).not.toContain(booking.starts_at)
  })

  it('cannot be accepted once another booking has its slot, and the refusal says so', async () => {
    const booking = await overCap()
    await site.post({ email: 'other@example.com', ip: '203.0.113.99', start: booking.starts_at })
    expect(await owner(booking, acceptRequest)).toMatchObject({
      ok: false,
      status: 409,
      refusal: { code: 'booked' },
    })
    expect(await site.heldTimes()).toBe(11)
  })

  it('is reported to the owner once per sender within the hour, with the number of requests', async () => {
    await postMany(15, (index) => ({ email: `guest${index}@example.com` }))
    site.time.now += 10 * 60_000
    await site.jobs.drain()
    const notices = site.mails().filter(({ subject }) => subject.includes('over the limit'))
    expect(notices.map(({ subject }) => subject)).toEqual([
      '5 requests over the limit from one sender',
    ])
  })
})

describe('Bookings from one sender beyond the cap', () => {
  const listFloods = () => readFloods(site.db.read, site.rules)
  const cancelAll = (flood: Flood) =>
    site.db.write((tx) =>
      cancelSenderFlood(tx, site.rules, {
        sender: flood.sender,
        from: Date.parse(flood.since),
        until: Date.parse(flood.until),
      }),
    )

  it('are shown as one item, with the time of the first of them', async () => {
    await postMany(14, (index) => ({ email: `guest${index}@example.com` }))
    expect(await listFloods()).toMatchObject([
      { count: 14, blockingCount: 10, mailboxCount: 14, since: '2026-11-21T12:00:00.000Z' },
    ])
  })

  it('are cancelled in one action that frees every slot, and repeating it has no effect', async () => {
    await postMany(14, (index) => ({ email: `guest${index % 7}@example.com` }))
    await site.post({ email: 'somebody@else.example', ip: '203.0.113.99' })
    const before = (await site.openTimes()).length
    const [flood] = await listFloods()
    if (!flood) throw new Error('No flood')
    expect(await cancelAll(flood)).toBe(14)
    expect(await site.heldTimes()).toBe(1)
    expect((await site.openTimes()).length).toBe(before + 10)
    expect(await listFloods()).toEqual([])
    expect(await cancelAll(flood)).toBe(0)
  })

  it('are cancelled with one email to each mailbox that already received one, and none to the others', async () => {
    await postMany(10, (index) => ({ email: `guest${index % 5}@example.com` }))
    await site.jobs.drain()
    await postMany(5, (index) => ({ email: `later${index}@example.com` }))
    const [flood] = await listFloods()
    if (!flood) throw new Error('No flood')
    await cancelAll(flood)
    await site.jobs.drain()
    const cancellations = site.mails().filter(({ subject }) => /cancelled$/.test(subject))
    expect(cancellations.map(({ to }) => to.match(/guest\d/)?.[0]).sort()).toEqual([
      'guest0',
      'guest1',
      'guest2',
      'guest3',
      'guest4',
    ])
    expect(site.mails().filter(({ to }) => to.includes('later'))).toEqual([])
  })

  it('of many senders that the site had not known are one item, of which the owner cancels a time window', async () => {
    await site.post({ email: 'known@example.com', ip: '203.0.113.9' })
    site.time.now += 2 * 3_600_000
    await site.post({ email: 'early@example.com', ip: '203.0.114.9' })
    const early = site.time.now
    site.time.now += 10 * 60_000
    await postMany(60, (index) => ({ email: `guest${index}@example.com`, ip: `198.51.${index}.7` }))
    await site.post({ email: 'known@example.com', ip: '203.0.113.9' })
    const [surge, ...others] = await listFloods()
    if (!surge) throw new Error('No flood')
    expect(others).toEqual([])
    expect(surge).toMatchObject({ sender: 'surge:all', count: 61, mailboxCount: 61 })
    expect(surge.madeAt).toHaveLength(61)
    const since = new Date(early + 1).toISOString()
    expect(await cancelAll({ ...surge, since })).toBe(60)
    expect(await cancelAll({ ...surge, since })).toBe(0)
    const open = (await site.bookings()).filter(({ status }) => status !== 'cancelled')
    expect(open.map(({ email }) => email)).toEqual([
      'known@example.com',
      'early@example.com',
      'known@example.com',
    ])
    expect(await listFloods()).toEqual([])
  })

  it('are cancelled together, except those made after the owner looked', async () => {
    await postMany(13, (index) => ({ email: `guest${index}@example.com` }))
    const [flood] = await listFloods()
    if (!flood) throw new Error('No flood')
    site.time.now += 60_000
    await site.post({ email: 'late@example.com' })
    expect(await cancelAll(flood)).toBe(13)
    const open = (await site.bookings()).filter(({ status }) => status !== 'cancelled')
    expect(open.map(({ email }) => email)).toEqual(['late@example.com'])
  })
})

// The plans of PostgreSQL depend on the amount of data.
it.runIf(engine === 'sqlite')(
  'Counting a sender’s active bookings uses only an index, however many bookings there are',
  async () => {
    const plan = async (statement: string) =>
      (
        await sql<{ detail: string }>`EXPLAIN QUERY PLAN ${sql.raw(statement)}`.execute(
          site.db.read,
        )
      ).rows.map(({ detail }) => detail)
    for (const kind of ['block', 'site', 'network', 'browser', 'mailbox'])
      expect(
        await plan(
          `SELECT 1 FROM booking WHERE blocks_slot = 1 AND ${kind} = 'a' AND starts_at > 1 AND payment = 'none' LIMIT 4`,
        ),
      ).toEqual([
        `SEARCH booking USING INDEX booking_blocking_by_${kind} (${kind}=? AND starts_at>?)`,
      ])
  },
)
