import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertEvent } from '#server/booking/store.ts'
import {
  answerEmptyFeed,
  changeFeed,
  markNotesSeen,
  readFeedView,
} from '#server/schedule/feed/commands.ts'
import { readFeedRow } from '#server/schedule/feed/store.ts'
import { buildCalendar, buildEvent } from '#tests/support/schedule/calendar-files.ts'
import {
  type CalendarSite,
  nineToTen,
  startCalendarSite,
} from '#tests/support/schedule/calendar-site.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { TODAY } from '#tests/support/server/site.ts'

const MINUTE = 60_000

let site: CalendarSite
beforeEach(async () => {
  site = await startCalendarSite()
})
afterEach(() => site.close())

const book = async (start: string) => {
  const answer = await site.site.post(buildBookingFields({ start }))
  return (await answer.json()).status ?? answer.status
}

const set = (...entries: string[]) => {
  site.feeds.serveCalendar('/cal', buildCalendar(...entries))
  return site.setFeed()
}

const seeAll = async () =>
  markNotesSeen(
    site.parts,
    (await readFeedView(site.parts)).notes.map(({ key }) => key),
  )

const entry = (...lines: string[]) =>
  buildEvent('UID:e', 'DTSTART:20261126T090000Z', 'DURATION:PT1H', 'SUMMARY:Choir', ...lines)

describe('Bookings, while something in the owner’s calendar is not understood,', () => {
  it('are requests from the first day of a series that cannot be read, until the owner has seen it', async () => {
    await set(nineToTen, entry('RRULE:FREQ=SOMETIMES'))
    expect(await readFeedView(site.parts)).toMatchObject({
      state: 'fresh',
      entryCount: 2,
      unreadableCount: 0,
      notes: [{ kind: 'repeats', title: 'Choir', isSeen: false, needsApproval: true }],
    })
    expect(await book('2026-11-25T10:00:00Z')).toBe('confirmed')
    expect(await book('2026-11-26T12:00:00Z')).toBe('requested')
    expect(await book('2026-11-27T10:00:00Z')).toBe('requested')
    expect(await book('2026-11-26T09:00:00Z')).toBe(409)
    await seeAll()
    expect(await book('2026-11-30T10:00:00Z')).toBe('confirmed')
  })

  it('are requests on the day of an entry whose end cannot be read', async () => {
    await set(buildEvent('DTSTART:20261126T090000Z', 'DTEND:later'))
    expect(await book('2026-11-26T12:00:00Z')).toBe('requested')
    expect(await book('2026-11-27T12:00:00Z')).toBe('confirmed')
  })

  it('are requests at exactly the times that visitors are told', async () => {
    await set(nineToTen, buildEvent('DTSTART:20261126T090000Z', 'DTEND:later'))
    const days =
      '/functions/get-availability?service=initial-consultation&from=2026-11-25&to=2026-11-27'
    const { slots, calendar } = await (await site.site.get(days)).json()
    expect(calendar.fresh).toBe(true)
    expect(calendar.requestSlots).toEqual(
      slots.filter((slot: string) => slot.startsWith('2026-11-26')),
    )
    expect(calendar.requestSlots).not.toEqual([])
    expect(await book(calendar.requestSlots.at(-1))).toBe('requested')
    expect(await book(slots.at(-1))).toBe('confirmed')
  })

  it('are requests, and visitors are told, if an entry has no readable start', async () => {
    await set(nineToTen, buildEvent('DTSTART:soon', 'SUMMARY:Dinner'))
    const day =
      '/functions/get-availability?service=initial-consultation&from=2026-11-24&to=2026-11-24'
    const isFresh = async () => (await (await site.site.get(day)).json()).calendar.fresh
    expect(await isFresh()).toBe(false)
    expect(await book('2026-11-25T10:00:00Z')).toBe('requested')
    await seeAll()
    site.site.time.now += 2000
    expect(await isFresh()).toBe(true)
    expect(await book('2026-11-26T10:00:00Z')).toBe('confirmed')
  })

  it('cannot be moved by their guests to such a time, and keep theirs, unless the owner offered it', async () => {
    await set(buildEvent('DTSTART:20261126T090000Z', 'DTEND:later'))
    const { bookingId: id, manageUrl } = await (
      await site.site.post(buildBookingFields({ start: '2026-11-25T10:00:00Z' }))
    ).json()
    const sig = new URL(manageUrl, site.site.url).searchParams.get('sig')
    const move = async (start: string) => {
      const answer = await site.site.call('move-booking', { id, sig, start })
      const { code, error, ...view } = await answer.json()
      return code ? { code, error } : { status: view.status, start: view.start }
    }
    const doubtful = '2026-11-26T12:00:00.000Z'
    expect(await move(doubtful)).toEqual({
      code: 'unclear',
      error: 'My own calendar is not clear about this time. Please choose another, or write to me.',
    })
    expect(await site.site.db.read.selectFrom('booking').select('status').execute()).toEqual([
      { status: 'confirmed' },
    ])
    const clear = '2026-11-27T12:00:00.000Z'
    expect(await move(clear)).toEqual({ status: 'confirmed', start: clear })
    await site.site.db.write(async (tx) => {
      const event = { booking_id: id, made_by: 'owner' as const, at: site.site.time.now }
      await insertEvent(tx, { ...event, kind: 'offered', data: { starts: [Date.parse(doubtful)] } })
      await tx.updateTable('booking').set({ status: 'needs_new_time' }).execute()
    })
    expect(await move(doubtful)).toEqual({ status: 'confirmed', start: doubtful })
  })

  it('are confirmed where only exceptions or a zone name are not understood', async () => {
    await set(
      entry('RRULE:FREQ=WEEKLY', 'EXDATE:nonsense'),
      buildEvent('DTSTART;TZID=Customized Time Zone:20261125T140000', 'DURATION:PT1H'),
    )
    expect(await readFeedView(site.parts)).toMatchObject({
      guessedZoneCount: 1,
      notes: [{ kind: 'exceptions' }, { kind: 'zone', title: 'Customized Time Zone' }],
    })
    expect(await book('2026-11-26T12:00:00Z')).toBe('confirmed')
    expect(await book('2026-11-25T13:00:00Z')).toBe(409)
  })
})

describe('What is not understood in the owner’s calendar', () => {
  it('stays seen while the entry stays the same, and comes back with another entry', async () => {
    await set(entry('RRULE:FREQ=SOMETIMES'))
    await seeAll()
    await site.parts.sync.run()
    expect((await readFeedView(site.parts)).notes).toMatchObject([
      { isSeen: true, needsApproval: false },
    ])
    site.feeds.serveCalendar('/cal', buildCalendar(entry('RRULE:FREQ=NEVER')))
    await site.parts.sync.run()
    expect((await readFeedView(site.parts)).notes).toMatchObject([{ isSeen: false }])
    site.feeds.serveCalendar('/cal', buildCalendar(entry('RRULE:FREQ=WEEKLY')))
    await site.parts.sync.run()
    expect((await readFeedView(site.parts)).notes).toEqual([])
    expect(await readFeedRow(site.site.db.read)).toMatchObject({ seen_notes: '[]', doubts: '[]' })
  })

  it('is stored encrypted, because it names entries', async () => {
    await set(entry('RRULE:FREQ=SOMETIMES'))
    const { notes } = await readFeedRow(site.site.db.read)
    expect(notes).not.toBeNull()
    expect(notes).not.toContain('Choir')
  })
})

describe('A calendar that suddenly has no entries', () => {
  const empty = async () => {
    await set(nineToTen)
    site.feeds.serveCalendar('/cal', buildCalendar())
    site.site.time.now += 10 * MINUTE
    return site.parts.sync.run()
  }

  it('keeps its last busy times, makes bookings requests, and asks the owner', async () => {
    expect(await empty()).toBe('empty')
    expect(await site.readBusyTimes()).toHaveLength(1)
    expect(await readFeedView(site.parts)).toMatchObject({
      state: 'stale',
      failure: 'empty',
      isEmptyQuestionOpen: true,
      entryCount: 1,
      syncedAt: new Date(TODAY).toISOString(),
    })
    expect(await book('2026-11-24T09:00:00Z')).toBe(409)
    expect(await book('2026-11-24T12:00:00Z')).toBe('requested')
  })

  it('is empty once the owner says so, and is not asked about again', async () => {
    await empty()
    expect(await answerEmptyFeed(site.parts, true)).toMatchObject({
      ok: true,
      value: { state: 'fresh', failure: null, isEmptyQuestionOpen: false, entryCount: 0 },
    })
    expect(await site.readBusyTimes()).toEqual([])
    expect(await site.parts.sync.run()).toBe('read')
    expect(await book('2026-11-24T09:00:00Z')).toBe('confirmed')
  })

  it('keeps its last busy times without another question if the owner says so, until entries are back', async () => {
    await empty()
    expect(await answerEmptyFeed(site.parts, false)).toMatchObject({
      value: { failure: 'empty', isEmptyQuestionOpen: false },
    })
    expect(await site.parts.sync.run()).toBe('empty')
    expect(await readFeedView(site.parts)).toMatchObject({ isEmptyQuestionOpen: false })
    expect(await site.readBusyTimes()).toHaveLength(1)
    site.feeds.serveCalendar('/cal', buildCalendar(nineToTen))
    expect(await site.parts.sync.run()).toBe('read')
    site.feeds.serveCalendar('/cal', buildCalendar())
    await site.parts.sync.run()
    expect(await readFeedView(site.parts)).toMatchObject({ isEmptyQuestionOpen: true })
  })

  it('is read as it is if it never had an entry, or none that is still to come', async () => {
    site.feeds.serveCalendar('/cal', buildCalendar())
    expect(await site.setFeed()).toMatchObject({ value: { state: 'fresh', entryCount: 0 } })
    await set(buildEvent('DTSTART:20261121T080000Z', 'DURATION:PT1H'))
    site.feeds.serveCalendar('/cal', buildCalendar())
    expect(await site.parts.sync.run()).toBe('read')
  })

  it('is not empty if it has entries of another kind only, such as our own bookings', async () => {
    await set(nineToTen)
    site.feeds.serveCalendar('/cal', buildCalendar(buildEvent('DTSTART:20260101T080000Z')))
    expect(await site.parts.sync.run()).toBe('read')
    expect(await site.readBusyTimes()).toEqual([])
  })

  it('has nothing to answer once it is not empty', async () => {
    await set(nineToTen)
    expect(await answerEmptyFeed(site.parts, true)).toMatchObject({ value: { state: 'fresh' } })
    expect(await site.readBusyTimes()).toHaveLength(1)
  })
})

describe('A calendar whose server asks for more', () => {
  it('is read with the user and password in its address, which are neither shown nor stored in the clear', async () => {
    site.feeds.answers.set('/cal', (req, res) => {
      const isKnown = req.headers.authorization === `Basic ${btoa('me:secret')}`
      res.writeHead(isKnown && req.headers.accept === '*/*' ? 200 : 401)
      res.end(buildCalendar(nineToTen))
    })
    const address = site.feedUrl().replace('//', '//me:secret@')
    const answer = await changeFeed(site.parts, { address })
    expect(answer).toMatchObject({ ok: true, value: { state: 'fresh', entryCount: 1 } })
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect((await readFeedRow(site.site.db.read)).address).not.toContain('secret')
  })
})

describe('The owner’s own bookings, come back in the calendar,', () => {
  it('are not busy times, but other entries of the same mail domain are', async () => {
    const posted = await site.site.post(buildBookingFields({ start: '2026-11-25T10:00:00Z' }))
    const { bookingId } = await posted.json()
    const copy = (uid: string, hour: string) =>
      buildEvent(`UID:${uid}@bookings.invalid`, `DTSTART:20261125T${hour}0000Z`, 'DURATION:PT1H')
    await set(copy(bookingId, '10'), copy('20261101T080000Z1f2e', '12'))
    expect(await site.readBusyTimes()).toMatchObject([
      { starts_at: Date.parse('2026-11-25T12:00:00Z') },
    ])
  })
})

describe('An invitation', () => {
  it('blocks nothing once the owner’s own address declined it', async () => {
    await set(nineToTen, entry('ATTENDEE;PARTSTAT=DECLINED:mailto:owner@example.com'))
    expect(await site.readBusyTimes()).toHaveLength(1)
  })
})
