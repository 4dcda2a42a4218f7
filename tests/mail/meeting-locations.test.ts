import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { renderCalendarFile } from '#server/booking/calendar.ts'
import { type Booking, findBooking } from '#server/booking/store.ts'
import { formatCalendarLocation, isLinkMissing } from '#shared/booking/meeting-location.ts'
import type { ParsedMail } from '#tests/support/mail/mail-parser.ts'
import { bookingRow, type MailHarness, NOW, openMailHarness } from './mail-harness.ts'

const HOUR = 3_600_000
const ROOM = 'https://video.example/room?t=x&y'
const LINK = 'https://meet.example.com/anna'
const LINK_FOLLOWS = 'I will send the link in a separate email.'

let office: MailHarness

beforeEach(async () => {
  office = await openMailHarness()
})

afterEach(() => office.close())

interface Case {
  what: string
  row: Partial<Booking>
  /** The text that says how the meeting takes place. */
  means: string
  /** Text that each mail to the guest contains. */
  guest: string
  owner: string
  location: string
  /** Text that no mail, page or calendar may contain. */
  never: RegExp
}

const cases: Case[] = [
  {
    what: 'a room that is there',
    row: { place: 'video_room', meeting_url: ROOM },
    means: '30 minutes by video',
    guest: ROOM,
    owner: ROOM,
    location: ROOM,
    never: /follows|call you/,
  },
  {
    what: 'a room that is not there yet',
    row: { place: 'video_room' },
    means: '30 minutes by video',
    guest: LINK_FOLLOWS,
    owner: 'Not created yet',
    location: 'Online, the link will follow',
    never: /call you on/,
  },
  {
    what: 'the owner’s own link',
    row: { place: 'link', meeting_url: LINK },
    means: '30 minutes by video',
    guest: LINK,
    owner: LINK,
    location: LINK,
    never: /follows|video room|call you/i,
  },
  {
    what: 'a link that the owner has still to give',
    row: { place: 'link' },
    means: '30 minutes by video',
    guest: LINK_FOLLOWS,
    owner: 'Please give the link on your desk',
    location: 'Online, the link will follow',
    never: /video room|call you on/i,
  },
  {
    what: 'the telephone',
    row: { place: 'phone' },
    means: '30 minutes by phone',
    guest: 'I will call you on +47 41209877.',
    owner: 'You call +47 41209877',
    location: 'Phone call to +47 41209877',
    never: /video|link follows|separate email/i,
  },
  {
    what: 'an address',
    row: { place: 'in_person', address: 'Storgata 1 <b>, Oslo' },
    means: '30 minutes in person',
    guest: 'Storgata 1 <b>, Oslo',
    owner: 'Storgata 1 <b>, Oslo',
    location: 'Storgata 1 <b>, Oslo',
    never: /video|link follows|separate email|call you/i,
  },
]

/** The ICS text unfolded and unescaped. */
const unfoldCalendar = (calendar: string | undefined) =>
  (calendar ?? '').replaceAll(/\r\n[ \t]/g, '').replaceAll('\\,', ',')

async function sendAllMails(row: Booking): Promise<Record<string, ParsedMail>> {
  await office.keep(row)
  await office.db.write((tx) => office.booking.onConfirmed(tx, row))
  await office.jobs.drain()
  await office.db.write((tx) =>
    office.booking.onMoved(tx, row, { by: 'guest', isFirstConfirmation: false }),
  )
  await office.jobs.drain()
  for (const before of [24 * HOUR, HOUR]) {
    office.time.now = row.starts_at - before
    await office.jobs.drain()
  }
  const kinds = ['confirmed', 'moved', 'reminder-24h', 'reminder-1h', 'owner-new', 'owner-moved']
  return Object.fromEntries(kinds.map((kind) => [kind, office.mail(kind)]))
}

describe('A meeting', () => {
  test.each(cases)(
    'whose location is $what is described so in every email and calendar file',
    async (one) => {
      const row = bookingRow(one.row)
      const mails = await sendAllMails(row)
      for (const [kind, { text, html, calendar }] of Object.entries(mails)) {
        const expected = kind.startsWith('owner-') ? one.owner : one.guest
        expect(text, kind).toContain(expected)
        expect(html, kind).not.toContain('<b>, Oslo')
        expect(text, kind).not.toMatch(one.never)
        if (!kind.startsWith('owner-')) expect(text, kind).toContain(one.means)
        if (!kind.startsWith('reminder') && !kind.startsWith('owner-'))
          expect(unfoldCalendar(calendar), kind).toContain(`LOCATION:${one.location}`)
      }
      const sender = { name: 'Lysning', address: 'post@lysning.example' }
      const file = unfoldCalendar(
        renderCalendarFile(row, { organizer: sender, manageUrl: 'https://a', now: NOW }),
      )
      expect(file).toContain(`LOCATION:${one.location}`)
      expect(file).toContain(one.guest.replaceAll(',', ','))
      expect(file).not.toMatch(one.never)
    },
  )

  test('by phone is a call to make in the owner’s calendar, and one without a link is labelled so', () => {
    const meeting = { meetingUrl: null, address: '', phone: '+47 41209877' }
    expect(formatCalendarLocation({ ...meeting, locationKind: 'phone' }, 'owner')).toBe(
      'Call +47 41209877',
    )
    expect(formatCalendarLocation({ ...meeting, locationKind: 'link' }, 'owner')).toBe(
      'Online, no link yet',
    )
    expect(isLinkMissing({ locationKind: 'phone', meetingUrl: null })).toBe(false)
  })
})

describe('A change of meeting location', () => {
  const before = bookingRow({ place: 'link' })

  const change = (over: Partial<Booking>) =>
    office.db.write(async (tx) => {
      const known = (await findBooking(tx, before.id)) ?? before
      await office.booking.onLocationChanged(
        tx,
        { ...known, ...over, sequence: known.sequence + 1 },
        known,
      )
    })
  const kinds = () => office.files().map(([name]) => name.replace(/^\d+-|\.eml$/g, ''))

  test('before the confirmation is sent causes no email of its own', async () => {
    await office.keep(before)
    await office.db.write((tx) => office.booking.onConfirmed(tx, before))
    await change({ meeting_url: LINK })
    await office.jobs.drain()
    expect(kinds().sort()).toEqual(['confirmed', 'owner-new'])
  })
})
