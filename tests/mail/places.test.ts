import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { calendarFile } from '#server/booking/calendar.ts'
import { type Booking, findBooking } from '#server/booking/store.ts'
import { isLinkMissing, placeLocation } from '#shared/booking/place.ts'
import type { ReadMail } from '#tests/support/mime.ts'
import { bookingRow, NOW, openPostOffice, type PostOffice } from './post-office.ts'

const HOUR = 3_600_000
const ROOM = 'https://video.example/room?t=x&y'
const LINK = 'https://meet.example.com/anna'
const FOLLOWS = 'We will send the link in a separate email.'

let office: PostOffice

beforeEach(() => {
  office = openPostOffice()
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
    guest: FOLLOWS,
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
    guest: FOLLOWS,
    owner: 'Please give the link on your desk',
    location: 'Online, the link will follow',
    never: /video room|call you on/i,
  },
  {
    what: 'the telephone',
    row: { place: 'phone' },
    means: '30 minutes by phone',
    guest: 'We will call you on +47 41209877.',
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
const plain = (calendar: string | undefined) =>
  (calendar ?? '').replaceAll(/\r\n[ \t]/g, '').replaceAll('\\,', ',')

async function allMails(row: Booking): Promise<Record<string, ReadMail>> {
  await office.keep(row)
  await office.db.write((tx) => office.booking.confirmed(tx, row))
  await office.jobs.drain()
  await office.db.write((tx) => office.booking.moved(tx, row, { by: 'guest', first: false }))
  await office.jobs.drain()
  for (const before of [24 * HOUR, HOUR]) {
    office.time.now = row.starts_at - before
    await office.jobs.drain()
  }
  const kinds = ['confirmed', 'moved', 'reminder-24h', 'reminder-1h', 'owner-new', 'owner-moved']
  return Object.fromEntries(kinds.map((kind) => [kind, office.mail(kind)]))
}

describe('a meeting', () => {
  test.each(cases)('at $what is said to be there by every mail and calendar', async (one) => {
    const row = bookingRow(one.row)
    const mails = await allMails(row)
    for (const [kind, { text, html, calendar }] of Object.entries(mails)) {
      const wanted = kind.startsWith('owner-') ? one.owner : one.guest
      expect(text, kind).toContain(wanted)
      expect(html, kind).not.toContain('<b>, Oslo')
      expect(text, kind).not.toMatch(one.never)
      if (!kind.startsWith('owner-')) expect(text, kind).toContain(one.means)
      if (!kind.startsWith('reminder') && !kind.startsWith('owner-'))
        expect(plain(calendar), kind).toContain(`LOCATION:${one.location}`)
    }
    const sender = { name: 'Lysning', address: 'post@lysning.example' }
    const file = plain(calendarFile(row, { organizer: sender, manageUrl: 'https://a', now: NOW }))
    expect(file).toContain(`LOCATION:${one.location}`)
    expect(file).toContain(one.guest.replaceAll(',', ','))
    expect(file).not.toMatch(one.never)
  })

  test('by phone is a call to make in the owner’s calendar, one without a link says so', () => {
    const meeting = { meetingUrl: null, address: '', phone: '+47 41209877' }
    expect(placeLocation({ ...meeting, place: 'phone' }, 'owner')).toBe('Call +47 41209877')
    expect(placeLocation({ ...meeting, place: 'link' }, 'owner')).toBe('Online, no link yet')
    expect(isLinkMissing({ place: 'phone', meetingUrl: null })).toBe(false)
  })
})

describe('a change of place', () => {
  const before = bookingRow({ place: 'link' })

  const change = (over: Partial<Booking>) =>
    office.db.write((tx) => {
      const known = findBooking(tx, before.id) ?? before
      office.booking.placed(tx, { ...known, ...over, sequence: known.sequence + 1 }, known)
    })
  const kinds = () => office.files().map(([name]) => name.replace(/^\d+-|\.eml$/g, ''))

  test('that comes before the confirmation is out has no mail of its own', async () => {
    await office.keep(before)
    await office.db.write((tx) => office.booking.confirmed(tx, before))
    await change({ meeting_url: LINK })
    await office.jobs.drain()
    expect(kinds().sort()).toEqual(['confirmed', 'owner-new'])
  })
})
