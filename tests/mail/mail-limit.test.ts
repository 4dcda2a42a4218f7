import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moveByGuest } from '#server/booking/commands.ts'
import { cancelWithRefund, runOwnerCommand } from '#server/booking/desk-commands.ts'
import { readDeskBooking } from '#server/booking/desk-queries.ts'
import { manageLink } from '#server/booking/signed-links.ts'
import { findBooking } from '#server/booking/store.ts'
import { newsletterVersion } from '#shared/contact/schema.ts'
import { openSenders, type Senders } from '#tests/support/booking/senders.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let site: Senders
beforeEach(async () => {
  site = await openSenders()
})
afterEach(() => site.close())

const listMailsTo = (address: string) => site.mails().filter((mail) => mail.to.includes(address))
const listMailKinds = (address: string) => listMailsTo(address).map(({ kind }) => kind)

async function createBooking(email = 'named@example.com') {
  const { body } = await site.post({ email })
  await site.jobs.drain()
  return (body as { bookingId: string }).bookingId
}

const move = (id: string, start: number) =>
  site.db.write(async (tx) => {
    const booking = await findBooking(tx, id)
    if (!booking) throw new Error('gone')
    return moveByGuest(tx, site.rules, { booking, start, asksEarlyStart: false })
  })

describe('Moving a booking repeatedly', () => {
  it('is refused after three moves within a day, with the time when it is possible again', async () => {
    const id = await createBooking()
    const times = (await site.openTimes()).slice(20, 30)
    const ends = []
    for (const start of times) ends.push(await move(id, start))
    expect(ends.filter(({ ok }) => ok)).toHaveLength(3)
    expect(ends[3]).toMatchObject({
      ok: false,
      status: 429,
      refusal: {
        code: 'moves',
        error:
          'This booking was moved 3 times within a day. It can be moved again from Sunday 22 November 2026, 13:00, or write to me.',
      },
    })
    site.time.now += DAY
    expect(await move(id, times[9] ?? 0)).toMatchObject({ ok: true })
  })

  it('sends the guest and the owner one email each, from the original time to the final one', async () => {
    const id = await createBooking()
    const times = (await site.openTimes()).slice(20, 23)
    for (const start of times) {
      await move(id, start)
      site.time.now += 20_000
      await site.jobs.drain()
    }
    expect(listMailKinds('named@example.com')).toEqual(['confirmed'])
    site.time.now += 5 * MINUTE
    await site.jobs.drain()
    expect(listMailKinds('named@example.com')).toEqual(['confirmed', 'moved'])
    const [mail] = listMailsTo('owner@lysning.example').filter(({ kind }) => kind === 'owner-moved')
    expect(listMailKinds('owner@lysning.example')).toEqual(['owner-new', 'owner-moved'])
    expect(mail?.text).toContain('Before: Monday 23 November 2026, 09:00')
    expect(mail?.text).toContain(`/admin/bookings/${id}`)
  })

  it('back to the time that the guest was last notified of sends no email', async () => {
    const id = await createBooking()
    const first = (await findBooking(site.db.read, id))?.starts_at ?? 0
    await move(id, (await site.openTimes())[20] ?? 0)
    await move(id, first)
    site.time.now += 5 * MINUTE
    await site.jobs.drain()
    expect(listMailKinds('named@example.com')).toEqual(['confirmed'])
    expect(listMailKinds('owner@lysning.example')).toEqual(['owner-new'])
  })

  it('is unlimited if load tests switch the limit off', async () => {
    await site.close()
    site = await openSenders({ RATE_LIMIT: 'off' })
    const id = await createBooking()
    for (const start of (await site.openTimes()).slice(20, 30))
      expect(await move(id, start)).toMatchObject({ ok: true })
  })
})

describe('Email to a mailbox that has never opened a link of ours', () => {
  /** Sends booking requests over the cap; each is answered by mail. */
  const flood = async (email: string, count: number) => {
    for (let index = 0; index < count; index++)
      await site.post({ email: email.replace('@', `+${index}@`), ip: `198.51.100.${index}` })
    await site.jobs.drain()
  }

  it('stops at twelve within a day, and continues later', async () => {
    const answers = () =>
      site.mails().filter(({ kind }) => kind === 'requested' || kind === 'confirmed')
    await flood('named@example.com', 40)
    expect(site.mails().filter((mail) => mail.to.includes('named+'))).toHaveLength(12)
    expect(answers()).toHaveLength(12)
    site.time.now += 2 * DAY
    await flood('named@example.com', 1)
    expect(answers()).toHaveLength(13)
  })

  it('is counted across every part of the site', async () => {
    for (let index = 0; index < 30; index++)
      await site.db.write((tx) =>
        site.features.newsletter.requestConsent(tx, {
          email: `named+${index}@example.com`,
          version: newsletterVersion,
          source: 'contact',
        }),
      )
    await site.jobs.drain()
    expect(site.mails()).toHaveLength(12)
  })

  it('that is withheld is recorded in the history of its booking', async () => {
    await flood('named@example.com', 20)
    const last = (await site.bookings()).at(-1)
    const texts =
      last &&
      (await readDeskBooking(site.db.read, site.rules, last)).history.map(({ text }) => text)
    expect(texts).toContain(
      'Answer to the request not sent: this mailbox received too many emails today',
    )
  })

  it('always includes the confirmation of a booked time, and the owner’s cancellation', async () => {
    for (let index = 0; index < 30; index++)
      await site.db.write((tx) =>
        site.features.newsletter.requestConsent(tx, {
          email: `named+${index}@example.com`,
          version: newsletterVersion,
          source: 'contact',
        }),
      )
    await site.jobs.drain()
    const id = await createBooking()
    await site.db.write(async (tx) => {
      const booking = await findBooking(tx, id)
      if (!booking) throw new Error('gone')
      const { version: seen } = await readDeskBooking(tx, site.rules, booking)
      return runOwnerCommand(tx, site.rules, {
        id,
        expectedVersion: seen,
        command: 'cancel',
        action: cancelWithRefund(0),
      })
    })
    await site.jobs.drain()
    expect(listMailKinds('<named@example.com>')).toEqual(['confirmed', 'cancelled'])
  })

  it('is unlimited once an emailed link is opened that the booking browser never receives', async () => {
    const { body } = await site.post({ email: 'named@example.com' })
    await site.jobs.drain()
    const { bookingId, manageUrl } = body as { bookingId: string; manageUrl: string }
    expect(manageUrl).toBe(manageLink(site.rules.keys, bookingId))
    const link = /https?:\S+(\/booking\/manage\?\S+)/.exec(
      listMailsTo('named@example.com')[0]?.text ?? '',
    )
    const mailed = new URLSearchParams(link?.[1]?.split('?')[1]).get('mail') ?? ''
    expect(mailed).not.toBe('')
    expect(manageUrl).not.toContain(mailed)
    await site.openMail(bookingId, 'a guess')
    await site.openMail(bookingId, mailed)
    await flood('named@example.com', 40)
    expect(site.mails().filter((mail) => mail.to.includes('named+'))).toHaveLength(40)
  })

  it('is unlimited if load tests switch the limit off', async () => {
    await site.close()
    site = await openSenders({ RATE_LIMIT: 'off' })
    await flood('named@example.com', 20)
    expect(site.mails().filter((mail) => mail.to.includes('named+'))).toHaveLength(20)
  })
})
